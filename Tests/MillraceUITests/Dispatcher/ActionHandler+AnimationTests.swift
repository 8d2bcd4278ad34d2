// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct ActionHandlerAnimationTests {
  private struct Buttons: View {
    @Dispatcher(\.ledgerStore) var dispatcher
    let store: LedgerStore
    var body: some View {
      Button("Store") { store.dispatch(.add(1), animation: .default) }
      Button("Dispatcher") { dispatcher.dispatch(.add(10), animation: nil) }
      Button("Closure") { withAnimation { _ = store.dispatch(.add(100)) } }
    }
  }

  @Test func itIsTheActionOfAButton() throws {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let host = ViewHost(Provider(\.ledgerStore, store) { Buttons(store: store) })
    _ = host.html()
    try host.tap("Store")
    #expect(store.state.count == 1)
    try host.tap("Dispatcher")
    try host.tap("Closure")
    #expect(store.state.count == 111)
  }

  @Test func theSourceIsTheCallAndTheReceiptIsThatOfTheDispatch() async throws {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        log.append("\(action) \(source.line) \(source.info ?? "none")")
        return .none
      })
    let receipt = store.dispatch(.add(1), animation: .easeIn(duration: 0.2), info: "test")
    let line = #line - 1
    try receipt.get()
    await receipt.finish()
    #expect(log.lines == ["add(1) \(line) test"])
    store.dispatch(.add(2), transaction: Transaction(animation: .default), info: "more")
    #expect(log.lines.last == "add(2) \(line + 5) more")
    #expect(store.state.count == 3)
  }
}
