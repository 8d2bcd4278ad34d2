// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct ProviderTests {
  private struct Reader: View {
    @Selected(\.ledgerStore, \.count) var count
    var body: some View { Text("count \(count)") }
  }

  @Test func theNearestProviderWins() {
    let outer = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)
    let inner = LedgerStore(initialState: Ledger(count: 2), reducer: .ledger)
    let host = ViewHost(
      Provider(\.ledgerStore, outer) {
        Reader()
        Provider(\.ledgerStore, inner) { Reader() }
      })
    let counts = host.text.matches(of: /count \d/).map { String($0.output) }
    #expect(counts == ["count 1", "count 2"])
  }
}
