// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct ViewStyleTests {
  @Test func stylesAreClasses() {
    #expect(render(Text("a").font(.title)) == "<span class=\"mv-font-title\">a</span>")
    #expect(render(Text("a").font(nil)) == "<span>a</span>")
    #expect(
      render(Text("a").bold().italic().foregroundStyle(.secondary))
        == "<span class=\"mv-bold mv-italic mv-fg-secondary\">a</span>")
    #expect(render(Text("a").bold(false)) == "<span>a</span>")
  }

  @Test func stylesThatHaveNoClassAreInline() {
    #expect(
      render(Text("a").font(.system(size: 20, weight: .bold, design: .monospaced)))
        == "<span class=\"mv-font-other\" style=\"font-size:20px;"
        + "font-weight:var(--mv-weight,700);font-family:var(--mv-family,ui-monospace,"
        + "SFMono-Regular,Menlo,Consolas,monospace);"
        + "--mv-page-family:system-ui,-apple-system,sans-serif\">a</span>")
    let digits = "font-variant-numeric:tabular-nums"
    #expect(
      render(Text("1").font(.body.monospacedDigit())).contains("style=\"\(digits)\">1</span>"))
    #expect(
      render(AnyView(Text("1").monospacedDigit()))
        .contains("style=\"\(digits);--mv-digits:tabular-nums\">1</span>"))
    #expect(
      render(Text("a").foregroundStyle(Color(red: 1, green: 0.5, blue: 0, opacity: 0.5)))
        == "<span style=\"color:rgb(255 127.5 0 / 50%)\">a</span>")
    #expect(
      render(Text("a").fontWeight(.light).multilineTextAlignment(.trailing))
        == "<span style=\"font-weight:300;--mv-weight:300;text-align:end\">a</span>")
    #expect(
      render(Text("a").lineLimit(2))
        == "<div class=\"mv-g mv-lines\" style=\"--mv-least-lines:1;--mv-most-lines:2\">"
        + "<span>a</span></div>")
    #expect(render(Button("a") {}.tint(.red)).contains("style=\"--accent:var(--mv-red)\""))
  }

  @Test func whatIsSaidOfAViewIsSaidOfItsControl() {
    let html = render(Button("a") {}.padding().help("More").accessibilityLabel(Text("b")))
    #expect(html.contains("<button type=\"button\" title=\"More\" aria-label=\"b\""))
    #expect(render(Text("a").accessibilityHidden(true)) == "<span aria-hidden=\"true\">a</span>")
    #expect(render(Text("a").accessibilityHidden(false)) == "<span>a</span>")
  }

  @Test func aLabelIsOnTheControl() {
    #expect(render(Button("x") {}.accessibilityLabel("Close")).contains("aria-label=\"Close\""))
    #expect(
      render(TextField("x", text: .constant("")).accessibilityLabel("Name"))
        .contains("<input type=\"text\" value=\"\" aria-label=\"Name\""))
  }
}
