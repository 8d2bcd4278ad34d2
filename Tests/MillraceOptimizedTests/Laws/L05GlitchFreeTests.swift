// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L5: all selections are up to date before an observer is called, each is computed at most once
/// per commit, and an observer gets only values that differ from its last one.
@MainActor
@Suite struct L05GlitchFreeTests {
  @Test func everySelectionIsComputedBeforeAnyObserverIsCalled() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    func watch(_ name: String) -> StoreSubscription {
      store.subscribe(
        to: StateSelector { state in
          log.append("compute \(name)")
          return state.count
        }
      ) { _ in log.append("call \(name)") }
    }
    let subscriptions = [watch("1"), watch("2")]
    log.clear()
    store.dispatch(.add(1))
    #expect(log.lines == ["compute 1", "compute 2", "call 1", "call 2"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func anObserverIsCalledOnlyWhenItsValueDiffers() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count) { seen.append($0) }
    store.dispatch(.add(1))
    store.dispatch(.add(0))
    store.dispatch(.setOther(9))
    store.dispatch(.add(2))
    #expect(seen == [1, 3])
    #expect(store.counters.observersCalled == 2)
    subscription.cancel()
  }

  /// A value is compared with the last delivered one, so small steps add up.
  @Test func aThresholdComparesWithTheLastDeliveredValue() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let selector = StateSelector<Ledger, Int>({ $0.count }, didChange: { abs($0 - $1) >= 2 })
    let subscription = store.subscribe(to: selector) { seen.append($0) }
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(seen == [2, 4, 6, 8, 10])
    subscription.cancel()
  }

  @Test func inABatchObserversHearOnceAfterTheLast() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count) { seen.append($0) }
    let result = store.batch {
      for _ in 0..<100 { store.dispatch(.add(1)) }
      store.batch { store.dispatch(.add(1)) }
      #expect(seen.isEmpty)
      return store.state.count
    }
    #expect(result == 101)
    #expect(seen == [101])
    #expect(store.counters.observersCalled == 1)
    subscription.cancel()
  }

  @Test func aBatchThatEndsWhereItBeganNotifiesNoObserver() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { _ in Issue.record("nothing changed") }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(-1))
    }
    subscription.cancel()
  }

  @Test func aBatchInsideAnObserverTakesItsPlaceInTheQueue() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count) { [weak store] count in
      seen.append(count)
      guard count == 1, let store else { return }
      store.dispatch(.add(10))
      store.batch {
        store.dispatch(.add(100))
        store.dispatch(.add(100))
      }
      store.dispatch(.add(1000))
    }
    store.dispatch(.add(1))
    #expect(seen == [1, 11, 211, 1211])
    subscription.cancel()
  }

  @Test func aBatchThatThrowsKeepsWhatWasCommittedAndTellsObservers() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count) { seen.append($0) }
    #expect(throws: LedgerError()) {
      try store.batch {
        store.dispatch(.add(1))
        throw LedgerError()
      }
    }
    #expect(seen == [1])
    store.dispatch(.add(1))
    #expect(seen == [1, 2])
    subscription.cancel()
  }

  /// A read in a batch brings selections up to date; the end of the batch need not do it again.
  @Test func aReadInABatchComputesNothingTwice() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [String] = []
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let subscriptions = [
      store.subscribe(to: double) { seen.append("double \($0)") },
      store.subscribe(to: StateSelector { $0.count * 3 }) { seen.append("triple \($0)") },
    ]
    let before = (double.recomputations, store.counters.selectorsComputed)
    store.batch {
      store.dispatch(.add(1))
      #expect(store.select(double) == 2)
    }
    #expect(double.recomputations == before.0 + 1)
    #expect(store.counters.selectorsComputed == before.1 + 2)
    #expect(seen == ["double 2", "triple 3"])
    subscriptions.forEach { $0.cancel() }
  }
}
