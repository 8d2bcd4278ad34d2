// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct DismissActionTests {
  @Test func outsideADialogItDoesNothing() throws {
    struct Page: View {
      @Environment(\.dismiss) private var dismiss
      var body: some View { Button("Done") { dismiss() } }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    #expect(host.flush().isEmpty)
  }

  @Test func itRunsItsBox() {
    var calls = 0
    DismissAction(box: ActionBox { calls += 1 })()
    #expect(calls == 1)
  }
}
