// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

private struct OptionalLedgerStoreKey: EnvironmentKey {
  static var defaultValue: LedgerStore? { nil }
}

extension EnvironmentValues {
  fileprivate var optionalLedgerStore: LedgerStore? {
    get { self[OptionalLedgerStoreKey.self] }
    set { self[OptionalLedgerStoreKey.self] = newValue }
  }
}

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

  private struct PageOfOptionalObject: View {
    @Environment(LedgerStore.self) var store: LedgerStore?
    var body: some View { Button("Add") { store?.dispatch(.add(1)) } }
  }

  private struct PageOfOptional: View {
    @Environment(\.optionalLedgerStore) var store
    var body: some View { Button("Add") { store?.dispatch(.add(1)) } }
  }

  enum Kind: CaseIterable { case keyPath, object, optionalKeyPath, optionalObject }

  private func makeHost(_ kind: Kind, _ store: LedgerStore) -> ViewHost {
    switch kind {
    case .keyPath: ViewHost(Provider(\.ledgerStore, store) { Page() })
    case .object: ViewHost(PageOfObject().environment(store))
    case .optionalKeyPath:
      ViewHost(Provider(\.optionalLedgerStore, Optional(store)) { PageOfOptional() })
    case .optionalObject: ViewHost(PageOfOptionalObject().environment(store))
    }
  }

  @Test(arguments: Kind.allCases)
  func theActionsOfAPageHaveItsNameAsTheirClient(kind: Kind) throws {
    let outer = ActionSource.currentClient
    ActionSource.currentClient = nil
    defer { ActionSource.currentClient = outer }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var clients: [String?] = []
    let subscription = store.subscribeToActions { clients.append($0.source.client) }
    let host = makeHost(kind, store)
    try host.tap("Add")
    try PageName.$current.withValue("/ledger #1") { try host.tap("Add") }
    #expect(clients == [nil, "/ledger #1"])
    subscription.cancel()
  }
}
