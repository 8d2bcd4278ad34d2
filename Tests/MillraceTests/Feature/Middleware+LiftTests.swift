// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The laws of lifting; what a lifted middleware does is in `MiddlewareLiftedTests`.
@MainActor
@Suite struct MiddlewareLiftTests {
  private typealias Part = MiddlewareScript.Part

  private func part(_ number: Int, _ log: Log) -> Part { MiddlewareScript.part(number, log) }

  private func random(_ seed: UInt64, count: Int) -> (numbers: [Int], actions: [Int]) {
    var generator = SeededGenerator(seed: seed)
    let numbers = MiddlewareScript.numbers(count, using: &generator)
    return (numbers, (0..<5).map { _ in Int.random(in: 0..<20, using: &generator) })
  }

  /// A lift that changes all three: it ignores odd actions, and adds a mark to texts and an amount
  /// to the state.
  private func marked(
    _ middleware: some Middleware<Int, String, Int>, _ mark: String, _ amount: Int
  ) -> some Middleware<Int, String, Int> {
    middleware.lift(
      inputAction: { $0.isMultiple(of: 2) ? $0 / 2 : nil }, outputAction: { mark + $0 },
      state: { $0 + amount })
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingAlongIdentitiesChangesNothing(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let expected = MiddlewareScript.trace(actions) { part(numbers[0], $0) }
    let all = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: { $0 }, outputAction: { $0 }, state: { $0 })
    }
    let paths = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: \Int.asOptional, outputAction: { $0 }, state: \Int.self)
    }
    #expect(all == expected, "seed \(seed)")
    #expect(paths == expected, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingTwiceIsLiftingAlongTheCompositions(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let twice = MiddlewareScript.trace(actions) {
      marked(marked(part(numbers[0], $0), "a", 1), "b", 1_000)
    }
    let once = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: { (action: Int) in action.isMultiple(of: 4) ? action / 4 : nil },
        outputAction: { "ba" + $0 }, state: { $0 + 1_000 + 1 })
    }
    #expect(twice == once, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingDistributesOverComposition(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 2)
    let inside = MiddlewareScript.trace(actions) {
      marked(part(numbers[0], $0) <> part(numbers[1], $0), "a", 7)
    }
    let outside = MiddlewareScript.trace(actions) {
      marked(part(numbers[0], $0), "a", 7) <> marked(part(numbers[1], $0), "a", 7)
    }
    #expect(inside == outside, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func oneAtATimeIsTheSameAsAllAtOnce(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let stepwise = MiddlewareScript.trace(actions) {
      part(numbers[0], $0)
        .lift(inputAction: { (action: Int) in action.isMultiple(of: 2) ? action / 2 : nil })
        .lift(outputAction: { "a" + $0 })
        .lift(state: { (state: Int) in state + 7 })
    }
    let expected = MiddlewareScript.trace(actions) { marked(part(numbers[0], $0), "a", 7) }
    #expect(stepwise == expected, "seed \(seed)")
  }

  @Test func theIdentityStaysTheIdentity() {
    let trace = MiddlewareScript.trace { _ in
      marked(ComposedMiddleware<Int, String, Int>(), "a", 7)
    }
    #expect(trace == ["commit", "commit", "commit"])
  }

  @Test func voidAndNeverAreLiftedByIgnoreAndAbsurd() {
    let log = Log()
    let silent = AnyMiddleware<Int, Never, Void> { action, _, state in
      state()
      return Effect.perform { _ in log.append("saw \(action)") }
    }
    let lifted: some Middleware<Int, String, Int> = silent.lift(
      inputAction: { $0 }, outputAction: { _ -> String in }, state: { _ in })
    let trace = MiddlewareScript.trace { log in lifted <> part(3, log) }
    #expect(trace == MiddlewareScript.trace { part(3, $0) })
    #expect(log.lines == ["saw 0", "saw 1", "saw 2"])
  }
}

extension Int {
  fileprivate var asOptional: Int? { self }
}

/// Lifting by case paths, and the routing that follows from it.
@MainActor
@Suite struct MiddlewareCasePathLiftTests {
  private let log = Log()

  private func noting(_ name: String) -> LedgerMiddleware {
    LedgerMiddleware { [log] action, _, state in
      log.append("\(name) \(action) \(state.count)")
      return .just(.note(name))
    } didReject: { [log] action, _, _ in
      log.append("\(name) rejected \(action)")
    }
  }

  private func sent(
    _ middleware: some Middleware<ShopAction, ShopAction, Shop>, _ action: ShopAction
  ) -> [String] {
    let sent = Log()
    middleware.handle(action, from: ActionSource(), state: StateReader { Shop.stocked() })
      .runDetached(Send { sent.append("\($0.action)") })
    return sent.lines
  }

  @Test(arguments: 0..<3)
  func aCasePathFindsActionsAndPutsThemBack(form: Int) {
    let base = noting("a")
    let lifted: AnyMiddleware<ShopAction, ShopAction, Shop> =
      switch form {
      case 0: AnyMiddleware(base.lift(action: ShopAction.casePaths.ledger, state: \.ledger))
      case 1: AnyMiddleware(base.lift(action: \.ledger, state: \.ledger))
      default:
        AnyMiddleware(
          base.lift(
            inputAction: ShopAction.casePaths.ledger, outputAction: ShopAction.ledger,
            state: \.ledger))
      }
    #expect(sent(lifted, .ledger(.add(1))) == ["ledger(TestSupport.LedgerAction.note(\"a\"))"])
    #expect(sent(lifted, .detail(.add(1))).isEmpty)
    #expect(log.lines == ["a add(1) 0"])
  }

  @Test func aPathOfSeveralLevelsIsLiftingLevelByLevel() {
    let base = noting("a")
    let once = base.lift(
      action: ShopAction.casePaths.branch.ledger, state: \Shop.branch.ledger)
    let twice = base.lift(action: BranchAction.casePaths.ledger, state: \Shop.Branch.ledger)
      .lift(action: ShopAction.casePaths.branch, state: \Shop.branch)
    for action in [ShopAction.branch(.ledger(.add(1))), .branch(.count(1)), .ledger(.add(1))] {
      #expect(sent(once, action) == sent(twice, action))
    }
    #expect(log.lines == ["a add(1) 0", "a add(1) 0"])
  }

  /// Random middlewares.
  ///
  /// Those of the reference are lifted by closures, and so are not routed.
  private func random(
    _ generator: inout SeededGenerator, isReference: Bool
  ) -> ComposedMiddleware<ShopAction, ShopAction, Shop> {
    ComposedMiddleware {
      for number in 0..<12 {
        let base = noting("\(number)")
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          if isReference {
            base.lift(
              inputAction: { (action: ShopAction) in action[case: \.ledger] },
              outputAction: ShopAction.ledger, state: { $0.ledger })
          } else {
            base.lift(action: \.ledger, state: \.ledger)
          }
        case 1:
          if isReference {
            base.lift(
              inputAction: { (action: ShopAction) in action[case: \.page] },
              outputAction: ShopAction.page, state: { $0.ledger })
          } else {
            base.lift(action: \.page, state: \.ledger)
          }
        case 2:
          AnyMiddleware<ShopAction, ShopAction, Shop> { [log] action, _, _ in
            log.append("\(number) sees \(action)")
            return .none
          }
        default: ComposedMiddleware()
        }
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func routingIsTryingAll(seed: UInt64) {
    var (first, second) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
    let routed = random(&first, isReference: false)
    let reference = random(&second, isReference: true)
    for _ in 0..<20 {
      let action = ShopAction.random(using: &first)
      log.clear()
      let (outputs, lines) = (sent(routed, action), log.lines)
      routed.didReject(action, from: ActionSource(), error: LedgerError())
      let rejected = log.lines
      log.clear()
      #expect(outputs == sent(reference, action), "seed \(seed)")
      #expect(lines == log.lines, "seed \(seed)")
      reference.didReject(action, from: ActionSource(), error: LedgerError())
      #expect(rejected == log.lines, "seed \(seed)")
    }
  }

  #if !DEBUG
    @Test func onlyTheMiddlewareOfTheCaseIsAsked() {
      let composed = ComposedMiddleware<ShopAction, ShopAction, Shop>(
        (0..<64).map { number in
          let path = CasePath(
            case: ShopAction.page,
            extract: { [log] in
              log.append("asked")
              if case .page(let action) = $0 { return action } else { return nil }
            })
          return number == 40
            ? AnyMiddleware(noting("40").lift(action: \.ledger, state: \.ledger))
            : AnyMiddleware(noting("x").lift(action: path, state: \.ledger))
        })
      _ = sent(composed, .ledger(.add(1)))
      log.clear()
      _ = sent(composed, .ledger(.add(2)))
      #expect(log.lines == ["40 add(2) 0"])
    }
  #endif
}
