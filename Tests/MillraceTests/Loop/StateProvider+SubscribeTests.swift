// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StateProviderSubscribeTests {
  @Test func keyPathsAndSelectorsHearTheSame() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [String] = []
    let subscriptions = [
      store.subscribe(to: \.count) { seen.append("path \($0)") },
      store.subscribe(to: StateSelector { $0.count }) { seen.append("strategy \($0)") },
    ]
    store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    #expect(seen == ["path 1", "strategy 1"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func selectingComputesOnThePresentStateAndEntersNothing() {
    let store = LedgerStore(initialState: Ledger(count: 2), reducer: .ledger)
    let double = StateSelector<Ledger, Int> { $0.count * 2 }
    #expect(store.select(double) == 4)
    store.dispatch(.add(1))
    #expect(store.select(double) == 6)
    #expect(store.select(\.count) == 3)
    #expect(store.counters.lookups == 0)
  }
}
