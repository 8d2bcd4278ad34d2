// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreObserverTests {
  /// The least that an observer must say.
  private final class Least: StoreObserver {
    var steps: [String] = []

    func refresh(_ state: Ledger, _ counters: inout StoreCounters) -> Bool {
      steps.append("refresh \(state.count)")
      return state.count > 1
    }

    func notify(_ state: Ledger) { steps.append("notify \(state.count)") }

    typealias State = Ledger
    typealias Action = LedgerAction
  }

  @Test func unlessItSaysSoItHasNoFilterAndIgnoresActions() {
    let observer: any StoreObserver<Ledger, LedgerAction> = Least()
    #expect(!observer.hasFilter)
    observer.willReduce(Ledger(), .add(1))
    observer.didReduce(committed: true)
    #expect((observer as? Least)?.steps == [])
  }

  @Test func anythingThatConformsCanRegisterWithAnEngine() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let observer = Least()
    let id = store.engine.add(observer)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    store.engine.unsubscribe(id)
    store.dispatch(.add(1))
    #expect(observer.steps == ["refresh 1", "refresh 2", "notify 2"])
  }
}
