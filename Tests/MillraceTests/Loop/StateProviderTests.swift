// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// Code that needs only a provider and a handler works with stores and projections.
@MainActor
@Suite struct StateProviderTests {
  private func addTwice(_ store: some StoreType<Ledger, LedgerAction>) -> Int {
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    return store.state.count
  }

  @Test func storesAndProjectionsAreStoreTypes() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(addTwice(store) == 2)
    let whole = store.projection(action: { (action: LedgerAction) in action }, state: \.self)
    #expect(addTwice(whole) == 4)
    #expect(store.state.count == 4)
  }

  @Test func subscribingThroughTheProtocolIsTheSame() {
    func watch(_ provider: some StateProvider<Ledger>, _ log: Log) -> StoreSubscription {
      provider.subscribe(to: StateSelector(\.count)) { log.append("\($0)") }
    }
    let (store, log) = (LedgerStore(initialState: Ledger(), reducer: .ledger), Log())
    let subscription = watch(store, log)
    store.dispatch(.add(2))
    #expect(log.lines == ["2"])
    subscription.cancel()
  }
}
