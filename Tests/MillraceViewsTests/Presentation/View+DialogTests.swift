// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ViewDialogTests {
  @Test func anAlertHasTitleMessageAndButtons() {
    let html = render(
      Text("page").alert("Sure?", isPresented: .constant(true)) {
        Button("Delete", role: .destructive) {}
      } message: {
        Text("It is gone then.")
      })
    #expect(
      html == """
        <span>page</span>\
        <dialog class="mv-alert" role="alertdialog" aria-label="Sure?" data-on="dismiss">\
        <h2 class="mv-title"><span>Sure?</span></h2>\
        <div class="mv-message"><span>It is gone then.</span></div>\
        <div class="mv-actions"><button type="button" class="mv-destructive" data-on="tap">\
        <span>Delete</span></button></div></dialog>
        """)
  }

  @Test func anAlertWithoutButtonsHasOne() throws {
    let html = render(Text("page").alert("Done", isPresented: .constant(true)) {})
    #expect(html.contains("<span>OK</span></button>"))
    #expect(!render(Text("page").alert("Done", isPresented: .constant(false)) {}).contains("OK"))
  }
}
