// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct FeatureLiftTests {
  private struct App: Equatable, Sendable {
    var tally = Tally()
    var ledger = Ledger()
    var untouched = 5
  }

  fileprivate enum AppAction: Sendable, CasePathable {
    case tally(Int)
    case ledger(LedgerAction)

    struct CasePaths: Sendable {
      let tally = CasePath(case: AppAction.tally) {
        if case .tally(let number) = $0 { number } else { nil }
      }
    }
    static let casePaths = CasePaths()

    static func caseIndex(of action: AppAction) -> Int {
      switch action {
      case .tally: 0
      case .ledger: 1
      }
    }

    var number: Int? { if case .tally(let number) = self { number } else { nil } }
    var entry: LedgerAction? { if case .ledger(let entry) = self { entry } else { nil } }
  }

  /// The ways to lift a reducer of the tally.
  private static func forms(_ reducer: Reducer<Tally, Int>) -> [Feature<App, AppAction>] {
    [
      reducer.lift(action: AppAction.casePaths.tally.unrouted, state: \App.tally),
      reducer.lift(action: AppAction.casePaths.tally, state: \App.tally),
      reducer.lift(action: \.tally, state: \.tally),
    ]
  }

  private static func run(
    _ reducer: Feature<App, AppAction>, _ actions: [AppAction]
  ) -> (app: App, refusals: [Refusal?]) {
    var app = App()
    let refusals = actions.map { action -> Refusal? in
      do { try reducer(&app, action) } catch { return error as? Refusal }
      return nil
    }
    return (app, refusals)
  }

  @Test(arguments: 0..<3)
  func itChangesItsPartAndNothingElse(form: Int) throws {
    let lifted = Self.forms(ReducerRule.add(1).reducer)[form]
    var app = App()
    try lifted(&app, .tally(10))
    var expected = App()
    expected.tally.value = 11
    #expect(app == expected)
    #expect(!lifted.canThrow)
  }

  @Test(arguments: 0..<3)
  func anActionOfOthersChangesNothing(form: Int) throws {
    let lifted = Self.forms(ReducerRule.add(1).reducer)[form]
    var app = App()
    try lifted(&app, .ledger(.add(1)))
    #expect(app == App())
  }

  @Test(arguments: 0..<3)
  func itThrowsWhatTheReducerThrows(form: Int) {
    let lifted = Self.forms(ReducerRule.refuse(2).reducer)[form]
    #expect(lifted.canThrow)
    let (app, refusals) = Self.run(lifted, [.tally(2), .ledger(.fail), .tally(3)])
    #expect(refusals == [Refusal(number: 2), nil, nil])
    #expect(app.tally.value == 2)
  }

  @Test(arguments: 0..<3)
  func aLiftedIdentityStaysTheIdentity(form: Int) {
    let lifted = Self.forms(.identity)[form]
    #expect(!lifted.canThrow)
    #expect(Self.run(lifted, [.tally(1)]).app == App())
  }

  @Test func byKeyPathItStaysInPlace() throws {
    let path = CasePath(embed: AppAction.ledger, extract: \.entry)
    let lifted = Reducer.ledger.lift(action: path, state: \App.ledger)
    let throwing = Reducer.throwingLedger.lift(action: path, state: \App.ledger)
    var app = App()
    app.ledger.payload = Array(repeating: 0, count: 1_000)
    let address = app.ledger.payloadAddress
    try lifted(&app, .ledger(.write(1)))
    try throwing(&app, .ledger(.write(1)))
    #expect(app.ledger.payload[1] == 2)
    #expect(app.ledger.payloadAddress == address)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func liftingDistributesOverComposition(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 2, using: &generator).map(\.reducer)
    let actions = (0..<20).map { _ -> AppAction in
      let number = Int.random(in: -50...50, using: &generator)
      return Bool.random(using: &generator) ? .tally(number) : .ledger(.add(number))
    }
    let both = Reducer<Tally, Int> { tally, number throws in
      for rule in rules { try rule(&tally, number) }
    }
    let together = Self.forms(both)
    let apart = zip(Self.forms(rules[0]), Self.forms(rules[1])).map { $0 <> $1 }
    let canThrow = rules.contains(where: \.canThrow)
    #expect(apart.allSatisfy { $0.canThrow == canThrow }, "seed \(seed)")
    let expected = Self.run(together[0], actions)
    for lifted in together + apart {
      let result = Self.run(lifted, actions)
      #expect(result.app == expected.app, "seed \(seed)")
      #expect(result.refusals == expected.refusals, "seed \(seed)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func liftingTwiceIsLiftingOnce(seed: UInt64) {
    struct Root: Equatable { var app = App() }
    var generator = SeededGenerator(seed: seed)
    let rule = ReducerRule.random(throwing: true, using: &generator).reducer
    let actions = (0..<10).map { _ in Int.random(in: -50...50, using: &generator) }
    let twice = rule.lift(action: AppAction.casePaths.tally.unrouted, state: \App.tally)
      .lift(action: CasePath<Int, AppAction>.tally, state: \Root.app)
    let once = rule.lift(action: CasePath<Int, Int>.identity, state: \Root.app.tally)
    var states = (Root(), Root())
    for action in actions {
      let first = Result { _ = try twice(&states.0, action) }
      let second = Result { _ = try once(&states.1, action) }
      #expect(states.0 == states.1, "seed \(seed)")
      #expect(first.refusal == second.refusal, "seed \(seed)")
    }
  }
}

extension CasePath where Root == Int, Value == FeatureLiftTests.AppAction {
  fileprivate static var tally: CasePath {
    CasePath(embed: { $0.number ?? 0 }, extract: { .tally($0) })
  }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate var refusal: Refusal? {
    if case .failure(let error) = self { error as? Refusal } else { nil }
  }
}
