// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct StorePublisherTests {
  @Test func onePublisherMayHaveAnyNumberOfSubscribers() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let publisher = store.publisher(for: \.count)
    var counts: [Int] = []
    let first = publisher.sink { counts.append($0) }
    store.dispatch(.add(1))
    let second = publisher.sink { counts.append($0 * 10) }
    store.dispatch(.add(1))
    #expect(counts == [0, 1, 10, 2, 20])
    first.cancel()
    store.dispatch(.add(1))
    #expect(counts == [0, 1, 10, 2, 20, 30])
    second.cancel()
  }

  @Test func withoutASubscriberNothingIsObserved() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let publishers: [StorePublisher<Int>] = [
      store.publisher(for: \.count), store.updates(on: \.count),
    ]
    store.dispatch(.add(1))
    #expect(store.counters.slicesCompared == 0 && publishers.count == 2)
  }

  /// Selections are up to date before the first subscriber is called.
  @Test func twoPublishersNeverDisagree() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let double = createSelector(\Ledger.count, transformation: { $0 * 2 })
    var pairs: [[Int]] = []
    let cancellable = store.publisher(for: \.count).sink { [unowned store] count in
      MainActor.assumeIsolated { pairs.append([count, store.select(double)]) }
    }
    let other = store.publisher(for: double).sink { _ in }
    for _ in 0..<3 { store.dispatch(.add(1)) }
    #expect(pairs == [[0, 0], [1, 2], [2, 4], [3, 6]])
    cancellable.cancel()
    other.cancel()
  }

  /// A subscriber that requests values in any rhythm gets an ascending part of the states and ends
  /// with the last one; a subscriber to actions gets all of them.
  @Test(arguments: 0..<30)
  func everyRhythmOfDemandEndsWithTheNewest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let values = ProbeSubscriber<Int>(demand: .none)
    let actions = ProbeSubscriber<LedgerAction>(demand: .none)
    store.publisher(for: \.count).subscribe(values)
    store.actionPublisher().subscribe(actions)
    var sent: [LedgerAction] = []
    for number in 1...200 {
      if Bool.random(using: &random) {
        sent.append(.add(number))
        store.dispatch(.add(number))
      } else {
        let demand = Subscribers.Demand.max(.random(in: 1...3, using: &random))
        values.subscription?.request(demand)
        actions.subscription?.request(demand)
      }
    }
    values.subscription?.request(.unlimited)
    actions.subscription?.request(.unlimited)
    #expect(values.values.last == store.state.count, "seed \(seed)")
    #expect(zip(values.values, values.values.dropFirst()).allSatisfy(<), "seed \(seed)")
    #expect(actions.values == sent, "seed \(seed)")
  }
}
