// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct StoreReadTests {
  /// The number of changes that a tracked read reports while `body` runs.
  private func changes(
    of read: @escaping @MainActor () -> Void, while body: @MainActor () -> Void
  ) -> Int {
    let log = Log()
    withObservationTracking {
      read()
    } onChange: {
      log.append("change")
    }
    body()
    return log.lines.count
  }

  @Test func aFieldIsTrackedOnItsOwnKeyPathOnly() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(changes(of: { _ = store.count }) { store.dispatch(.setOther(1)) } == 0)
    #expect(changes(of: { _ = store.count }) { store.dispatch(.add(0)) } == 0)
    #expect(changes(of: { _ = store.count }) { store.dispatch(.add(1)) } == 1)
  }

  @Test func twoReadersOfOneFieldAreBothTold() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let count = changes(of: { _ = store.count }) {
      let inner = changes(of: { _ = store.count }) { store.dispatch(.add(1)) }
      #expect(inner == 1)
    }
    #expect(count == 1)
    // If no scope reads the value again, its next change is the last one that is compared.
    let computed = store.counters.lookups
    store.dispatch(.add(1))
    #expect(store.counters.lookups == computed + 1)
    store.dispatch(.add(1))
    #expect(store.counters.lookups == computed + 1)
  }

  @Test func theWholeStateChangesWithEveryCommit() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(changes(of: { _ = store.state }) { store.dispatch(.setOther(0)) } == 1)
  }

  @Test func aReadOutsideOfTrackingLeavesNothingBehind() {
    let store = LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), reducer: .ledger)
    let address = store.payload.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    _ = store.state
    store.dispatch(.write(1))
    #expect(store.state.payloadAddress == address)
    #expect(store.counters.lookups == 0)
  }

  @Test func theReaderSeesTheNewValueWhenItIsTold() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { log.append("\(store.state.count)") }
    }
    store.dispatch(.add(5))
    #expect(log.lines == ["5"])
  }

  @Test func inABatchAReaderIsToldOnce() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { log.append("\(store.state.count)") }
    }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(log.lines == ["2"])
  }

  @Test func aValueThatCannotBeComparedChangesWithEveryCommit() {
    struct Opaque: Sendable { var number = 0 }
    struct State: Sendable {
      var opaque = Opaque()
      var other = 0
    }
    let store = Store(
      initialState: State(), reducer: Reducer<State, Int> { state, value in state.other = value })
    #expect(changes(of: { _ = store.opaque }) { store.dispatch(1) } == 1)
  }

  /// Its bytes are the same, but it can refer to an object that has changed.
  @Test func soDoesAReferenceThatStaysTheSame() {
    final class Cache: Sendable {}
    struct State: Sendable {
      var cache = Cache()
      var other = 0
    }
    let store = Store(
      initialState: State(), reducer: Reducer<State, Int> { state, value in state.other = value })
    #expect(changes(of: { _ = store.cache }) { store.dispatch(1) } == 1)
  }

  @Test func whileAGateIsClosedAReaderMaySeeAnotherValueThanThoseBefore() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.notifyObservers { $0.other != $1.other }
    let early = changes(of: { _ = store.count }) {
      store.dispatch(.add(1))
      let late = changes(of: { _ = store.count }) {
        store.dispatch(.add(-1))
        store.dispatch(.setOther(1))
      }
      #expect(late == 1)
    }
    #expect(early == 0)
  }

  @Test func theInitialCallAndTheReturnedValuesAgree() {
    let store = LedgerStore(initialState: Ledger(count: 4), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count, initial: true) { seen.append($0) }
    store.dispatch(.add(1))
    #expect(seen == [4, 5])
    #expect(store.select(\.count) == 5)
    #expect(store.select(StateSelector { $0.count * 2 }) == 10)
    subscription.cancel()
  }

  @Test func readingTheStoreInItsOwnReducerStopsWithAMessage() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let box = Box()
        let store = LedgerStore(
          initialState: Ledger(),
          reducer: Reducer { _, _ in
            MainActor.assumeIsolated { _ = box.store?.state }
          })
        box.store = store
        store.dispatch(.add(1))
      }
    }
  }

  @Test func watchingTheStoreInItsOwnReducerStopsWithAMessage() async {
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Box.reduce { store in _ = store.subscribe(to: StateSelector(\.count)) { _ in } }
      }
    }
    // Release builds stop without a text.
    #if DEBUG
      let message = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("was read by its own reducer"))
    #else
      #expect(output != nil)
    #endif
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        Box.reduce { store in
          _ = store.subscribe(
            to: StateSelector(\.count), filter: { _, _ in true }, onChange: { _ in })
        }
      }
    }
  }

  @Test func aFilterThatIsCancelledByAnotherFilterIsNotAsked() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var asked: [String] = []
    var second: StoreSubscription?
    let first = store.subscribe(
      to: StateSelector(\.count),
      filter: { _, _ in
        asked.append("first")
        second?.cancel()
        return true
      }, onChange: { _ in })
    second = store.subscribe(
      to: StateSelector(\.count),
      filter: { _, _ in
        asked.append("second")
        return true
      }, onChange: { _ in })
    store.dispatch(.add(1))
    #expect(asked == ["first"])
    first.cancel()
  }

  @Test func transitionsCarryTheStateThatBelongsToTheAction() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let transitions = store.transitions()
    for number in 1...5 { store.dispatch(.add(number)) }
    var seen: [String] = []
    for await transition in transitions {
      seen.append("\(transition.oldState.count) \(transition.action) \(transition.newState.count)")
      if seen.count == 5 { break }
    }
    #expect(
      seen == ["0 add(1) 1", "1 add(2) 3", "3 add(3) 6", "6 add(4) 10", "10 add(5) 15"])
  }
}

@MainActor
private final class Box {
  var store: LedgerStore?

  /// Runs a reducer that uses its own store.
  static func reduce(_ body: @escaping @MainActor @Sendable (LedgerStore) -> Void) {
    let box = Box()
    let store = LedgerStore(
      initialState: Ledger(),
      reducer: Reducer { (_: inout Ledger, _: LedgerAction) in
        MainActor.assumeIsolated { if let store = box.store { body(store) } }
      })
    box.store = store
    store.dispatch(.add(1))
  }
}

@Suite struct StoreActionObserverTests {
  @MainActor
  @Test func actionsAreHeardAfterThoseWhoWatchValuesAndBeforeEffects() {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in Effect.perform { _ in log.append("effect") } })
    let actions = store.subscribeToActions { [unowned store] in
      log.append("\($0.action) \($0.source.line) \(store.state.count)")
    }
    let transitions = store.subscribeToTransitions {
      log.append("\($0.oldState.count) to \($0.newState.count)")
    }
    let values = store.subscribe(to: \.count) { log.append("count \($0)") }
    let line = #line + 1 as UInt
    store.dispatch(.add(2))
    #expect(log.lines == ["count 2", "add(2) \(line) 2", "0 to 2", "effect"])
    for subscription in [actions, transitions, values] { subscription.cancel() }
    log.clear()
    store.dispatch(.add(2))
    #expect(log.lines == ["effect"])
  }

  @MainActor
  @Test func inABatchEachActionIsHeardOfAndARejectedOneIsNot() {
    let log = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    store.onRejection = { _ in }
    let subscription = store.subscribeToActions { log.append("\($0.action)") }
    let values = store.subscribe(to: \.count) { log.append("count \($0)") }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.fail)
      store.dispatch(.add(2))
    }
    #expect(log.lines == ["add(1)", "add(2)", "count 3"])
    subscription.cancel()
    values.cancel()
  }

  @MainActor
  @Test func whatIsDispatchedInACallWaitsItsTurn() {
    let log = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let first = store.subscribeToActions { [unowned store] in
      if $0.action == .add(1) { store.dispatch(.add(2)) }
      log.append("first \($0.action)")
    }
    let second = store.subscribeToActions { log.append("second \($0.action)") }
    store.dispatch(.add(1))
    #expect(log.lines == ["first add(1)", "second add(1)", "first add(2)", "second add(2)"])
    first.cancel()
    second.cancel()
  }

  /// Another observer of old states makes no difference.
  @MainActor
  @Test(arguments: [true, false])
  func whoComesWhileAnActionIsOnItsWayHearsFromTheNextOn(isOldStateKept: Bool) {
    let log = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var subscriptions = isOldStateKept ? [store.subscribeToTransitions { _ in }] : []
    let values = store.subscribe(to: \.count) { [unowned store] count in
      guard count == 1 else { return }
      subscriptions += [
        store.subscribeToActions { log.append("\($0.action)") },
        store.subscribeToTransitions { log.append("\($0.oldState.count) to \($0.newState.count)") },
      ]
    }
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(log.lines == ["add(2)", "1 to 3"])
    values.cancel()
    for subscription in subscriptions { subscription.cancel() }
  }

  @MainActor
  @Test func onlyTransitionsCostACopyOfTheState() {
    let store = LedgerStore(initialState: Ledger(payload: [1, 2, 3]), reducer: .ledger)
    let actions = store.subscribeToActions { _ in }
    // The first write may copy a literal, which the program has in read-only memory.
    store.dispatch(.write(0))
    let address = store.state.payloadAddress
    store.dispatch(.write(0))
    #expect(store.state.payloadAddress == address && store.counters.statesCopied == 0)
    let transitions = store.subscribeToTransitions { _ in }
    store.dispatch(.write(0))
    #expect(store.state.payloadAddress != address && store.counters.statesCopied == 1)
    actions.cancel()
    transitions.cancel()
  }

  /// Logs its release.
  private final class Token {
    let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log.append("let go") }
  }

  @MainActor
  @Test func aSubscriptionToAnEndedStoreEndsAtOnce() {
    let log = Log()
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let child = LedgerStore(initialState: Ledger(count: 7), reducer: .ledger)
    parent?.addChild(child)
    parent = nil
    func token() -> Token { Token(log) }
    let value = child.subscribe(to: \.count, initial: true) { [token = token()] in
      token.log.append("count \($0)")
    }
    #expect(log.lines == ["count 7", "let go"])
    let action = child.subscribeToActions { [token = token()] _ in token.log.append("never") }
    let commit = child.subscribe { [token = token()] _ in token.log.append("never") }
    #expect(log.lines == ["count 7", "let go", "let go", "let go"])
    for subscription in [value, action, commit] { subscription.cancel() }
  }
}
