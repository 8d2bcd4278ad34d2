// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreObserverTests {
  /// An observer that overrides only what it must.
  private final class Least: StoreObserver {
    var steps: [String] = []

    override func refresh(
      _ state: UnsafeRawPointer, _ counters: inout StoreCounters
    ) -> Bool {
      steps.append("refresh \(state.load(as: Ledger.self).count)")
      return state.load(as: Ledger.self).count > 1
    }

    override func deliver() { steps.append("deliver") }
  }

  @Test func anythingThatConformsCanRegisterWithAnEngine() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let observer = Least()
    store.engine.add(observer)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    store.engine.remove(observer)
    store.dispatch(.add(1))
    #expect(observer.steps == ["refresh 1", "refresh 2", "deliver"])
  }

  @Test func anObserverOfCommitsHearsOfAllAndRemembersNothing() {
    var heard: [Int] = []
    var state = 0
    let graph = SelectionGraph()
    let observer = CommitObserver(in: graph, after: 0) { heard.append(state) }
    var counters = StoreCounters()
    for new in [1, 1, 2] {
      state = new
      graph.commit += 1
      #expect(withUnsafePointer(to: state) { observer.refresh($0, &counters) })
      observer.deliver()
    }
    #expect(heard == [1, 1, 2])
    #expect(counters == StoreCounters())
  }
}
