// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite struct MiddlewareGatedTests {
  private let log = Log()
  private let gate = Gate()
  private let clock = TestClock()

  /// Logs the actions that it sees.
  ///
  /// `add` sends at once, `write` after a gate opens or a time passes.
  private var base: LedgerMiddleware {
    LedgerMiddleware { [log, gate] action, _, _ in
      log.append("\(action)")
      switch action {
      case .add(let number): return Effect.perform { $0.dispatch(.note("closure \(number)")) }
      case .write(1):
        return .run { send in
          await gate.wait()
          await send(.note("run"))
        }
      case .write(2): return .just(.note("later")).delay(for: .seconds(1))
      case .write(3): return .sequence(.note("a"), .note("b")).delay(for: .seconds(1))
      default: return .none
      }
    } didReject: { [log] action, _, _ in
      log.append("rejected \(action)")
    }
  }

  private func store(
    _ middleware: some Middleware<LedgerAction, LedgerAction, Ledger>,
    _ reducer: Reducer<Ledger, LedgerAction> = .throwingLedger
  ) -> LedgerStore {
    let quiet = Reducer<Ledger, LedgerAction> { (state: inout Ledger, action) throws in
      if case .write = action { return }
      try reducer(&state, action)
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: quiet, middleware: middleware, clock: clock)
    store.onRejection = { _ in }
    return store
  }

  /// Open while `other` is zero.
  private var byState: some Middleware<LedgerAction, LedgerAction, Ledger> {
    base.gated { $0.other == 0 }
  }

  /// `setOther(0)` opens, `setOther(1)` closes.
  private func byAction(
    isOpen: Bool = true
  ) -> some Middleware<LedgerAction, LedgerAction, Ledger> {
    base.gated(opening: .setOther(0), closing: .setOther(1), isOpen: isOpen)
  }

  @Test func theStateBeforeTheReducerDecidesWhatIsSeen() {
    let store = store(byState)
    store.dispatch(.note("x"))
    store.dispatch(.setOther(1))
    store.dispatch(.note("y"))
    store.dispatch(.setOther(0))
    store.dispatch(.note("z"))
    #expect(log.lines == ["note(\"x\")", "setOther(1)", "note(\"z\")"])
  }

  @Test func actionsThatControlTheGateAreAlwaysSeen() {
    let store = store(byAction())
    for action in [
      LedgerAction.note("x"), .setOther(1), .note("y"), .setOther(1), .setOther(0), .note("z"),
    ] {
      store.dispatch(action)
    }
    #expect(
      log.lines == [
        "note(\"x\")", "setOther(1)", "setOther(1)", "setOther(0)", "note(\"z\")",
      ])
  }

  @Test func aGateCanBeClosedInTheBeginning() {
    let store = store(byAction(isOpen: false))
    store.dispatch(.note("x"))
    store.dispatch(.setOther(0))
    store.dispatch(.note("y"))
    #expect(log.lines == ["setOther(0)", "note(\"y\")"])
  }

  @Test func anyFunctionOfAnActionCanControl() {
    let middleware = base.gated { action in
      if case .setOther(let value) = action { value > 5 ? .close : .open } else { nil }
    }
    let store = store(middleware)
    store.dispatch(.setOther(9))
    store.dispatch(.note("x"))
    store.dispatch(.setOther(2))
    store.dispatch(.note("y"))
    #expect(log.lines == ["setOther(9)", "setOther(2)", "note(\"y\")"])
  }

  @Test(arguments: [true, false])
  func whatIsSentWhileTheGateIsClosedIsDroppedAndTheEffectRunsOn(isByState: Bool) async {
    let store = isByState ? store(byState) : store(byAction())
    let receipt = store.dispatch(.write(1))
    store.dispatch(.setOther(1))
    await gate.open()
    await receipt.finish()
    #expect(store.state.notes.isEmpty)
  }

  @Test(arguments: [true, false])
  func anEffectIsHeardAgainWhenTheGateOpens(isByState: Bool) async {
    let store = isByState ? store(byState) : store(byAction())
    let receipt = store.dispatch(.write(1))
    store.dispatch(.setOther(1))
    store.dispatch(.setOther(0))
    await gate.open()
    await receipt.finish()
    #expect(store.state.notes == ["run"])
  }

  @Test(arguments: [true, false], [2, 3])
  func whatIsPlannedForLaterIsAskedThen(isByState: Bool, number: Int) async {
    for isClosed in [true, false] {
      let store = isByState ? store(byState) : store(byAction())
      let receipt = store.dispatch(.write(number))
      if isClosed { store.dispatch(.setOther(1)) }
      clock.advance(by: .seconds(2))
      await receipt.finish()
      let expected = isClosed ? [] : number == 2 ? ["later"] : ["a", "b"]
      #expect(store.state.notes == expected)
    }
  }

  @Test func theActionThatClosesTheGateByStateIsTheLastOneSeenAndSendsNothing() {
    let reducer = Reducer<Ledger, LedgerAction> { state, action in
      if case .add = action { state.other = 1 }
      if case .note(let text) = action { state.notes.append(text) }
    }
    let store = store(byState, reducer)
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(log.lines == ["add(1)"])
    #expect(store.state.notes.isEmpty)
  }

  @Test func rejectionsAreHeardOfActionsThatWereSeen() {
    let store = store(byAction())
    store.dispatch(.fail)
    store.dispatch(.setOther(1))
    store.dispatch(.fail)
    #expect(log.lines == ["fail", "rejected fail", "setOther(1)"])
  }

  @Test func oneMiddlewareThatIsGatedByStateServesManyStores() async {
    let middleware = byState
    let (first, second) = (store(middleware), store(middleware))
    let receipts = [first.dispatch(.write(1)), second.dispatch(.write(1))]
    first.dispatch(.setOther(1))
    second.dispatch(.note("x"))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(first.state.notes.isEmpty)
    #expect(second.state.notes == ["x", "run"])
  }

  @Test func childrenBehindAClosedGateStillLoseTheirEffects() async {
    let store = ChildSupport.store(
      Feature(middleware: ChildSupport.loading(gate, log).gated { $0.count < 3 })
        .forEach(action: ShopAction.casePaths.named, state: \Shop.named))
    let receipt = store.dispatch(.named("0", .add(1)))
    store.dispatch(.reset)
    store.dispatch(.branch(.count(0)))
    await gate.open()
    await receipt.finish()
    #expect(store.state.named["0"]?.notes == [])
  }

  @Test func aGateWithinAChildFollowsTheStateOfTheChild() async {
    let store = ChildSupport.store(
      Feature(middleware: ChildSupport.loading(gate, log).gated { $0.notes.isEmpty })
        .forEach(action: ShopAction.casePaths.named, state: \Shop.named))
    let receipts = [
      store.dispatch(.named("0", .add(1))), store.dispatch(.named("1", .add(2))),
      store.dispatch(.named("0", .note("closed"))),
    ]
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.named["0"]?.notes == ["closed"])
    #expect(store.state.named["1"]?.notes == ["2"])
  }

  @Test func aGateThatIsKeptKeepsNoStateOfAStoreThatHasEnded() async {
    final class Witness: Sendable {}
    struct Watched: Sendable { let witness: Witness }
    let gate = gate
    let gated = AnyMiddleware<Int, Int, Watched> { _, _, _ in
      .run { _ in await gate.wait() }
    }
    .gated { _ in true }
    weak var weakly: Witness?
    do {
      let witness = Witness()
      weakly = witness
      let store = Store(
        initialState: Watched(witness: witness), reducer: .identity, middleware: gated)
      let receipt = store.dispatch(1)
      await gate.open()
      await receipt.finish()
    }
    #expect(weakly == nil)
    withExtendedLifetime(gated) {}
  }

  @Test func aGateThatTheStateClosesKeepsRejectionsOutToo() {
    let store = store(byState)
    store.dispatch(.fail)
    store.dispatch(.setOther(1))
    store.dispatch(.fail)
    store.dispatch(.setOther(0))
    #expect(log.lines == ["fail", "rejected fail", "setOther(1)"])
  }

  @Test(arguments: [true, false])
  func whatAThrottleKeepsIsAskedWhenItIsSent(isByState: Bool) async {
    let throttling = LedgerMiddleware { action, _, _ in
      guard case .write(let number) = action else { return .none }
      return Effect.just(.note("\(number)")).throttle(id: 1, for: .seconds(1))
    }
    let store =
      isByState
      ? store(throttling.gated { $0.other == 0 })
      : store(throttling.gated(opening: .setOther(0), closing: .setOther(1)))
    let receipts = [1, 2].map { store.dispatch(.write($0)) }
    store.dispatch(.setOther(1))
    clock.advance(by: .seconds(1))
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.notes == ["1"])
  }

  @Test func whatAnObserverMakesItSendIsCheckedAgainstTheCommitThatItHearsOf() {
    @MainActor final class Box { var listener: Effect<LedgerAction>.Listener? }
    let box = Box()
    let listening = LedgerMiddleware { action, _, _ in
      action == .note("start") ? .listen { box.listener = $0 } : .none
    }
    let store = store(listening.gated { $0.other == 0 }, .ledger)
    store.dispatch(.note("start"))
    let subscription = store.subscribe(to: \.other) {
      box.listener?.dispatch(DispatchedAction(.note("said \($0)")))
    }
    store.dispatch(.setOther(1))
    #expect(store.state.notes == ["start"])
    store.dispatch(.setOther(0))
    #expect(store.state.notes == ["start", "said 0"])
    var closed = store.state
    closed.other = 1
    store.replaceState(with: closed)
    #expect(store.state.notes == ["start", "said 0"])
    closed.other = 0
    store.replaceState(with: closed)
    #expect(store.state.notes == ["start", "said 0", "said 0"])
    subscription.cancel()
  }
}
