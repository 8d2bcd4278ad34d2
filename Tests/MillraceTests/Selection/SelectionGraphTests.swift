// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// The exact cost of a commit, in comparisons, computations and calls.
@MainActor
@Suite struct SelectionGraphTests {
  private func store() -> LedgerStore {
    LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), reducer: .ledger)
  }

  /// What one dispatch adds to the counters.
  private func cost(
    of action: LedgerAction, in store: LedgerStore
  ) -> (compared: Int, computed: Int, called: Int) {
    let before = store.counters
    store.dispatch(action)
    let after = store.counters
    return (
      after.slicesCompared - before.slicesCompared,
      after.selectorsComputed - before.selectorsComputed,
      after.observersCalled - before.observersCalled
    )
  }

  @Test func twentyThousandObserversOfTwoUnchangedSlicesCostTwoComparisons() {
    let store = store()
    var subscriptions: [StoreSubscription] = []
    for number in 0..<20_000 {
      let watch =
        number % 2 == 0
        ? store.subscribe(to: \.count) { _ in } : store.subscribe(to: \.other) { _ in }
      subscriptions.append(watch)
    }
    #expect(cost(of: .write(1), in: store) == (2, 0, 0))
    #expect(cost(of: .add(1), in: store) == (2, 0, 10_000))
  }

  @Test func aDiamondComputesEachNodeOnce() {
    let store = store()
    let left = createSelector(\Ledger.count) { $0 + 1 }
    let right = createSelector(\Ledger.count) { $0 * 2 }
    let bottom = createSelector(left, right) { "\($0) \($1)" }
    var seen: [String] = []
    let subscription = store.subscribe(to: bottom) { seen.append($0) }
    #expect(cost(of: .add(1), in: store) == (1, 3, 1))
    #expect(seen == ["2 2"])
    #expect(cost(of: .setOther(1), in: store) == (1, 0, 0))
    subscription.cancel()
  }

  @Test func belowAnUnchangedNodeNothingIsComputed() {
    let store = store()
    let parity = createSelector(\Ledger.count) { $0 % 2 == 0 }
    let text = createSelector(parity) { $0 ? "even" : "odd" }
    let subscription = store.subscribe(to: text) { _ in }
    #expect(cost(of: .add(2), in: store) == (1, 1, 0))
    #expect(cost(of: .add(1), in: store) == (1, 2, 1))
    subscription.cancel()
  }

  @Test func aBatchOfAHundredActionsIsOneNotification() {
    let store = store()
    let subscription = store.subscribe(to: \.count) { _ in }
    let before = store.counters
    store.batch { for _ in 0..<100 { store.dispatch(.add(1)) } }
    #expect(store.counters.observersCalled - before.observersCalled == 1)
    #expect(store.counters.slicesCompared - before.slicesCompared == 1)
    subscription.cancel()
  }

  @Test func aNodeGoesWithTheLastWhoUsesIt() {
    let store = store()
    let graph = store.engine.observers.graph
    let derived = createSelector(\Ledger.count, \.other) { $0 + $1 }
    var all: [StoreSubscription] = []
    store.subscribe(to: derived) { _ in }.store(in: &all)
    store.subscribe(to: derived) { _ in }.store(in: &all)
    store.subscribe(to: \.count) { _ in }.store(in: &all)
    #expect(graph.nodes.count == 3)
    all[0].cancel()
    #expect(graph.nodes.count == 3)
    all[1].cancel()
    #expect(graph.nodes.count == 1)
    all[2].cancel()
    #expect(graph.nodes.isEmpty && graph.roots.isEmpty)
    #expect(store.engine.isPlain)
  }

  @Test func aProjectionSharesTheNodesOfItsStore() {
    struct App: Equatable, Sendable {
      var ledger = Ledger()
      var title = ""
    }
    let store = Store(
      initialState: App(), reducer: Reducer<App, String> { state, title in state.title = title })
    let ledger = store.projection(action: { (title: String) in title }, state: \.ledger)
    let subscriptions = [
      ledger.subscribe(to: \.count) { _ in }, store.subscribe(to: \.ledger.count) { _ in },
    ]
    #expect(store.held.selections == 1)
    store.dispatch("x")
    #expect(store.counters.slicesCompared == 1)
    subscriptions.forEach { $0.cancel() }
  }

  @Test func whoSubscribesInABatchStartsFromTheStateThatIsThere() {
    let store = store()
    let select = createSelector(\Ledger.count) { $0 * 10 }
    var seen: [String] = []
    var all: [StoreSubscription] = []
    store.subscribe(to: select) { seen.append("early \($0)") }.store(in: &all)
    store.batch {
      store.dispatch(.add(1))
      store.subscribe(to: select, initial: true) { seen.append("late \($0)") }.store(in: &all)
      store.dispatch(.add(1))
    }
    #expect(seen == ["late 10", "early 20", "late 20"])
    all.forEach { $0.cancel() }
  }

  @Test func rulesOfTheirOwnAreAskedPerObserver() {
    let store = store()
    let two = StateSelector<Ledger, Int>(\.count, didChange: { abs($0 - $1) >= 2 })
    var seen: [String] = []
    var all: [StoreSubscription] = []
    store.subscribe(to: two) { seen.append("a\($0)") }.store(in: &all)
    store.dispatch(.add(1))
    store.subscribe(to: two) { seen.append("b\($0)") }.store(in: &all)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(seen == ["a2", "b3"])
    all.forEach { $0.cancel() }
  }

  /// In a batch observers are reported again and again before they are called.
  @Test func reportsDoNotAddUp() {
    let store = store()
    var heard = 0
    let all = (0..<100).map { _ in store.subscribe(to: \.count) { _ in heard += 1 } }
    let double = createSelector(\Ledger.count) { $0 * 2 }
    store.batch {
      for number in 1...100 {
        store.dispatch(.add(1))
        #expect(store.select(double) == number * 2)
        #expect(store.engine.observers.graph.reported.count <= 300)
      }
    }
    #expect(heard == 100)
    all.forEach { $0.cancel() }
  }
}
