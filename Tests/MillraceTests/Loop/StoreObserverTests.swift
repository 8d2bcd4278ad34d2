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

    override func notify(_ state: UnsafeRawPointer) {
      steps.append("notify \(state.load(as: Ledger.self).count)")
    }
  }

  @Test func anythingThatConformsCanRegisterWithAnEngine() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let observer = Least()
    store.engine.add(observer)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    store.engine.remove(observer)
    store.dispatch(.add(1))
    #expect(observer.steps == ["refresh 1", "refresh 2", "notify 2"])
  }

  @Test func anObserverOfCommitsHearsOfAllAndRemembersNothing() {
    var heard: [Int] = []
    let observer = CommitObserver { heard.append($0.load(as: Int.self)) }
    var counters = StoreCounters()
    for state in [1, 1, 2] {
      withUnsafePointer(to: state) {
        #expect(observer.refresh($0, &counters))
        observer.notify($0)
      }
    }
    #expect(heard == [1, 1, 2])
    #expect(counters == StoreCounters())
  }
}
