// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ViewStyleTests {
  @Test func stylesAreClasses() {
    #expect(render(Text("a").font(.title)) == "<span class=\"mv-font-title\">a</span>")
    #expect(render(Text("a").font(nil)) == "<span>a</span>")
    #expect(
      render(Text("a").bold().italic().foregroundStyle(.secondary))
        == "<span class=\"mv-bold mv-italic mv-fg-secondary\">a</span>")
    #expect(render(Text("a").bold(false)) == "<span>a</span>")
    #expect(render(VStack {}.padding()) == "<div class=\"mv-vstack mv-pad-16\"></div>")
    #expect(render(VStack {}.padding(4)) == "<div class=\"mv-vstack mv-pad-4\"></div>")
    #expect(
      render(VStack {}.padding(.top)) == "<div class=\"mv-vstack mv-pad-top-16\"></div>")
  }

  @Test func aLabelIsOnTheControl() {
    #expect(render(Button("x") {}.accessibilityLabel("Close")).contains("aria-label=\"Close\""))
    #expect(
      render(TextField("x", text: .constant("")).accessibilityLabel("Name"))
        .contains("<input type=\"text\" value=\"\" aria-label=\"Name\""))
  }
}
