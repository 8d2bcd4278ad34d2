// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreCountersTests {
  private func counts(_ counters: StoreCounters) -> [Int] {
    [
      counters.statesCopied, counters.selectorsComputed, counters.observersCalled,
      counters.turnsCut,
    ]
  }

  @Test func aNewStoreHasDoneNothing() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(counts(store.counters) == [0, 0, 0, 0])
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [0, 0, 0, 0])
  }

  @Test func aThrowingReducerCopiesTheStateOncePerAction() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    store.onRejection = { _ in }
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(counts(store.counters) == [2, 0, 0, 0])
  }

  @Test func aTransitionStreamKeepsEachOldStateOnce() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    let transitions = store.transitions()
    store.dispatch(.add(1))
    #expect(store.counters.statesCopied == 1)
    withExtendedLifetime(transitions) {}
  }

  /// On a watch whose `Int` has 32 bits, a program that runs for days gets there.
  @Test func afterTheGreatestNumberTheStoreGoesOn() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    let field = store.subscribe(to: \.count) { _ in }
    let closure = store.subscribe(to: StateSelector { $0.count * 2 }) { _ in }
    var greatest = StoreCounters()
    (greatest.statesCopied, greatest.slicesCompared, greatest.observersCalled) = (.max, .max, .max)
    store.engine.counters = greatest
    store.engine.observers.graph.counters.selectorsComputed = .max
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [.min, .min, .min + 1, 0])
    #expect(store.counters.slicesCompared == .min)
    withExtendedLifetime((field, closure)) {}
  }

  @Test func selectionsAndCallsAreCounted() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let slice = store.subscribe(to: \.count) { _ in }
    let formula = store.subscribe(to: StateSelector { $0.other }) { _ in }
    #expect(counts(store.counters) == [0, 0, 0, 0])
    store.dispatch(.note("x"))
    #expect(counts(store.counters) == [0, 1, 0, 0])
    #expect(store.counters.slicesCompared == 1)
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [0, 2, 1, 0])
    #expect(store.counters.slicesCompared == 2)
    slice.cancel()
    formula.cancel()
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [0, 2, 1, 0])
    #expect(store.counters.slicesCompared == 2)
  }

  @Test func whatObserversCauseWhileTheyAreCalledIsCountedToo() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var subscriptions: [StoreSubscription] = []
    let first = store.subscribe { _ in
      subscriptions.append(store.subscribe(to: StateSelector { $0.count }) { _ in })
    }
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [0, 0, 1, 0])
    store.dispatch(.add(1))
    #expect(counts(store.counters) == [0, 1, 3, 0])
    first.cancel()
  }

  @Test func whoSelectsAndReadsCountsInTheMiddleOfACommitLosesNone() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let next = createSelector(StateSelector(\Ledger.count)) { $0 + 1 }
    var seen: [Int] = []
    let subscriptions = (0..<2).map { _ in
      store.subscribe { _ in
        seen.append(store.select(next))
        seen.append(store.counters.observersCalled)
      }
    }
    store.dispatch(.add(1))
    #expect(seen == [2, 0, 2, 0])
    #expect(counts(store.counters) == [0, 0, 2, 0])
    store.dispatch(.add(1))
    #expect(seen.suffix(4) == [3, 2, 3, 2])
    #expect(counts(store.counters) == [0, 1, 4, 0])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func equalCountsAreEqual() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    let before = store.counters
    #expect(before == store.counters)
    store.dispatch(.add(1))
    #expect(before != store.counters)
  }
}
