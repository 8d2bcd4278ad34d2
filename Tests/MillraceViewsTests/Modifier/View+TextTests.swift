// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ViewTextTests {
  private let stack = VStack { Text("a") }

  @Test func letters() {
    #expect(render(Text("a").kerning(1.5)) == "<span style=\"letter-spacing:1.5px\">a</span>")
    #expect(render(Text("a").tracking(-1)) == "<span style=\"letter-spacing:-1px\">a</span>")
    #expect(render(stack.tracking(2)).contains("<div class=\"mv-vstack\" style=\"letter-spacing"))
    #expect(render(stack.textCase(.uppercase)).contains("style=\"text-transform:uppercase\""))
    #expect(render(Text("a").textCase(nil)) == "<span style=\"text-transform:none\">a</span>")
    #expect(render(stack.fontDesign(.serif)).contains("font-family:ui-serif,Georgia,serif"))
    #expect(render(Text("a").fontDesign(.default)).contains("font-family:system-ui"))
    let text: Text = Text("a").fontDesign(nil).kerning(0) + Text("b").tracking(1)
    #expect(render(text).contains("letter-spacing:0px"))
    #expect(render(Text("a").padding().fontDesign(nil)) == render(Text("a").padding()))
  }

  @Test func anOffsetOfTheBaselineIsThatOfAPart() {
    let power = Text("2").font(.caption).baselineOffset(6)
    #expect(
      render(power)
        == "<span><span class=\"mv-part mv-font-caption\" style=\"vertical-align:6px\">2</span>"
        + "</span>")
    #expect(
      render(Text("x") + power).contains(
        "<span class=\"mv-part\">x</span><span class=\"mv-part mv-font-caption\""))
    #expect(power.string == "2")
  }

  @Test func twoTextsWithTheSameOffsetKeepIt() {
    func part(_ text: String) -> String {
      "<span class=\"mv-part\" style=\"vertical-align:4px\">\(text)</span>"
    }
    let sum = Text("a").baselineOffset(4) + Text("b").baselineOffset(4)
    #expect(render(sum) == "<span>\(part("a"))\(part("b"))</span>")
  }

  @Test func linesAreCustomProperties() {
    func check(_ view: some View, _ least: String, _ most: String) {
      let style = "--mv-least-lines:\(least);--mv-most-lines:\(most)"
      #expect(
        render(view) == "<div class=\"mv-g mv-lines\" style=\"\(style)\"><span>a</span></div>")
    }
    check(Text("a").lineLimit(2...4), "2", "4")
    check(Text("a").lineLimit(3...), "3", "100000")
    check(Text("a").lineLimit(...3), "1", "3")
    check(Text("a").lineLimit(3, reservesSpace: true), "3", "3")
    check(Text("a").lineLimit(3, reservesSpace: false), "1", "3")
    check(Text("a").lineLimit(nil), "1", "100000")
    check(Text("a").lineLimit(0...0), "1", "1")
  }

  @Test func spaceAndSelection() {
    #expect(render(stack.lineSpacing(4)).contains("style=\"--mv-line-spacing:4px\""))
    #expect(render(Text("a").truncationMode(.tail)) == "<span>a</span>")
    #expect(render(stack.textSelection(.enabled)).contains("mv-vstack mv-selection\""))
    let inner = Text("a").textSelection(.disabled).textSelection(.enabled)
    #expect(render(inner) == "<span class=\"mv-no-selection\">a</span>")
  }

  @Test func aChangedLimitIsOnePatch() throws {
    struct Page: View {
      @State private var isOpen = false
      var body: some View {
        Text("a").lineLimit(isOpen ? nil : 3)
        Button("Open") { isOpen.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let wrapper = host.ids(.div)[1]
    try host.tap()
    let style = "--mv-least-lines:1;--mv-most-lines:100000"
    #expect(host.flush() == [.setAttribute(wrapper, name: "style", value: style)])
  }
}
