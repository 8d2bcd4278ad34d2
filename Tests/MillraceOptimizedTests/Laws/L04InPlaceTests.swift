// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L4: a reducer works on the store's own state; the old one is kept only on request.
@MainActor
@Suite struct L04InPlaceTests {
  private func largeStore(_ reducer: Reducer<Ledger, LedgerAction> = .ledger) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 100_000)), reducer: reducer)
  }

  @Test func aWriteToALargeArrayCopiesNothing() {
    let store = largeStore()
    let address = store.state.payloadAddress
    for index in 0..<1_000 { store.dispatch(.write(index)) }
    #expect(store.state.payloadAddress == address)
    #expect(store.state.payload[..<1_000].allSatisfy { $0 == 1 })
    #expect(store.counters.statesCopied == 0)
  }

  @Test func itCopiesNothingWhileOthersWatchOtherFields() {
    let store = largeStore()
    var heard = 0
    let selection = store.subscribe(to: \.count) { _ in heard += 1 }
    let commits = store.subscribe { _ in heard += 1 }
    let address = store.state.payloadAddress
    store.dispatch(.write(7))
    #expect(store.state.payloadAddress == address)
    #expect(heard == 1)
    selection.cancel()
    commits.cancel()
  }

  @Test func itCopiesNothingWithMiddlewareAndEffects() {
    let store = LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 100_000)), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, state in
        // Reads the state before and after without keeping it.
        let before = state.count
        return action == .write(1)
          ? .just(.write(2)) : Effect.perform { _ in _ = before + state.count }
      })
    let address = store.state.payloadAddress
    store.dispatch(.write(1))
    #expect(store.state.payloadAddress == address)
    #expect(store.state.payload[1] == 1 && store.state.payload[2] == 1)
  }

  @Test func itCopiesOnceWhenTheOldStateIsHeld() {
    let store = largeStore()
    let address = store.state.payloadAddress
    let kept = store.state
    store.dispatch(.write(7))
    let copied = store.state.payloadAddress
    store.dispatch(.write(8))
    #expect(copied != address)
    #expect(store.state.payloadAddress == copied)
    #expect(kept.payload[7] == 0)
  }

  @Test func aFilterKeepsNoOldState() {
    let store = largeStore()
    let selector = StateSelector(\Ledger.count)
    let subscription = store.subscribe(
      to: selector, filter: { state, _ in state.payload.count == 100_000 }, onChange: { _ in })
    let address = store.state.payloadAddress
    store.dispatch(.write(7))
    #expect(store.state.payloadAddress == address)
    #expect(store.counters.statesCopied == 0)
    subscription.cancel()
  }

  @Test func aTransitionStreamKeepsTheOldStateWhileItIsThere() async {
    let store = largeStore()
    var stream: AsyncStream<StateTransition<Ledger, LedgerAction>>? = store.transitions()
    store.dispatch(.write(7))
    #expect(store.counters.statesCopied == 1)
    withExtendedLifetime(stream) {}
    stream = nil
    // The cancellation is a task on the main actor, and this task runs after it.
    await Task { @MainActor in }.value
    store.dispatch(.write(8))
    #expect(store.counters.statesCopied == 1)
  }

  @Test func aReducerThatCanThrowCopiesOncePerDispatch() {
    let store = largeStore(.throwingLedger)
    store.dispatch(.write(7))
    store.dispatch(.add(1))
    #expect(store.counters.statesCopied == 2)
  }
}
