// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct DispatcherTests {
  private struct Buttons: View {
    @Dispatcher(\.ledgerStore) var dispatcher
    let runs: Log
    var body: some View {
      let _ = runs.append("run")
      Button("Method") { dispatcher.dispatch(.add(1)) }
      Button("Call") { dispatcher(.add(10)) }
    }
  }

  @Test func itDispatchesAndNeverRunsTheBodyAgain() throws {
    let runs = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let host = ViewHost(Provider(\.ledgerStore, store) { Buttons(runs: runs) })
    _ = host.html()
    try host.tap("Method")
    try host.tap("Call")
    #expect(store.state.count == 11)
    #expect(host.flush().isEmpty)
    #expect(runs.lines.count == 1)
  }
}
