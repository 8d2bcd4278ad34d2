// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import TestSupport
import Testing

@testable import MillraceUI

@Suite struct MissingProviderTests {
  @Test func theMessageNamesTheProviderAndTheRemedy() {
    let message = missingProviderMessage(
      for: "\\.ledgerStore", LedgerStore.self, fileID: "App/Keys.swift", line: 12)
    #expect(
      message == """
        Millrace: a view asked the environment for \\.ledgerStore (declared at App/Keys.swift:12), \
        but no Provider above it supplies one. Probably the view, or a preview or test of it, is \
        shown outside of its provider. Wrap it: Provider(\\.ledgerStore, store) { ... }, with a \
        store of type Store<Ledger, LedgerAction>.
        """)
  }

  @Test func aViewWithoutItsProviderStopsWithThatMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Reader: View {
          @Selected(\.ledgerStore, \.count) var count
          var body: some View { Text("count \(count)") }
        }
        _ = ViewHost(Reader()).html()
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Wrap it: Provider(\\.ledgerStore, store) { ... }"))
  }
}
