// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct PageClientsTests {
  private struct Page: View {
    @Dispatcher(\.ledgerStore) var dispatcher
    var body: some View { Button("Add") { dispatcher(.add(1)) } }
  }

  private struct PageOfObject: View {
    @Environment(LedgerStore.self) var store
    var body: some View { Button("Add") { store.dispatch(.add(1)) } }
  }

  @Test(arguments: [false, true])
  func theActionsOfAPageHaveItsNameAsTheirClient(isObject: Bool) throws {
    let outer = ActionSource.currentClient
    ActionSource.currentClient = nil
    defer { ActionSource.currentClient = outer }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var clients: [String?] = []
    let subscription = store.subscribeToActions { clients.append($0.source.client) }
    let host =
      isObject
      ? ViewHost(PageOfObject().environment(store))
      : ViewHost(Provider(\.ledgerStore, store) { Page() })
    try host.tap("Add")
    try PageName.$current.withValue("/ledger #1") { try host.tap("Add") }
    #expect(clients == [nil, "/ledger #1"])
    subscription.cancel()
  }
}
