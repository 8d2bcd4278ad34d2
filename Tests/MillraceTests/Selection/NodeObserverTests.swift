// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct NodeObserverTests {
  @Test func itDeliversWhatDiffersFromWhatItDeliveredLast() {
    let graph = SelectionGraph()
    let node = SelectionNode<Int>(
      identity: .unique(), rank: 0, graph: graph, value: 1)
    var seen: [Int] = []
    let observer = NodeObserver<Int>(node, didChange: !=, isComparedByNode: false) {
      seen.append($0)
    }
    var counters = StoreCounters()
    withUnsafePointer(to: 0) { state in
      #expect(!observer.refresh(state, &counters))
      node.value = 2
      #expect(observer.refresh(state, &counters))
      observer.deliver()
      #expect(!observer.refresh(state, &counters))
    }
    #expect(seen == [2])
  }

  /// A value that logs its comparisons.
  private struct Counted: Equatable, Sendable {
    var value = 0
    let log: Log

    static func == (lhs: Counted, rhs: Counted) -> Bool {
      lhs.log.append("\(lhs.value) \(rhs.value)")
      return lhs.value == rhs.value
    }
  }

  private struct State: Sendable {
    var number = 0
    var ticks = 0
  }

  private func makeStore() -> Store<State, Int> {
    Store(
      initialState: State(),
      reducer: Reducer { state, number in
        state.number = number
        state.ticks += 1
      })
  }

  @Test func anObserverDoesNotCompareAgainWhatItsNodeHasCompared() {
    let (store, log, calls) = (makeStore(), Log(), Log())
    let select = createSelector(StateSelector(\State.number), StateSelector(\State.ticks)) {
      number, _ in Counted(value: number, log: log)
    }
    let subscriptions = (0..<3).map { index in
      store.subscribe(to: select) { calls.append("\(index): \($0.value)") }
    }
    store.dispatch(1)
    #expect(log.lines == ["0 1"])
    #expect(calls.lines == ["0: 1", "1: 1", "2: 1"])
    store.dispatch(2)
    #expect(log.lines == ["0 1", "1 2"])
    #expect(calls.lines.count == 6)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func anObserverComparesWhereItsNodeWasAheadOfIt() {
    let (store, log, calls) = (makeStore(), Log(), Log())
    let select = createSelector(StateSelector(\State.number)) { Counted(value: $0, log: log) }
    let subscription = store.subscribe(to: select) { calls.append("\($0.value)") }
    store.batch {
      store.dispatch(1)
      #expect(store.select(select).value == 1)
      store.dispatch(0)
    }
    #expect(calls.lines == [])
    store.batch {
      store.dispatch(1)
      #expect(store.select(select).value == 1)
    }
    store.dispatch(0)
    #expect(calls.lines == ["1", "0"])
    subscription.cancel()
  }

  @Test func anObserverWithARuleOfItsOwnComparesWhatItWasGiven() {
    let (store, calls) = (makeStore(), Log())
    let select = StateSelector(\State.number, didChange: { abs($0 - $1) >= 2 })
    let subscription = store.subscribe(to: select) { calls.append("\($0)") }
    for number in 1...4 { store.dispatch(number) }
    #expect(calls.lines == ["2", "4"])
    subscription.cancel()
  }
}
