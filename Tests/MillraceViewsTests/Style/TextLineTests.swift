// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct TextLineTests {
  @Test func aTextHasEachLineOnce() {
    #expect(render(Text("a").underline()) == "<span class=\"mv-underlined\">a</span>")
    #expect(render(Text("a").strikethrough(false)) == "<span>a</span>")
    let both = Text("a").underline().strikethrough().underline(false)
    #expect(render(both) == "<span class=\"mv-underlined mv-struck\">a</span>")
  }

  @Test func aLineHasAPatternAndAColour() {
    let dots = "text-decoration-style:dotted;text-decoration-color:var(--mv-red)"
    #expect(
      render(Text("a").underline(pattern: .dot, color: .red))
        == "<span class=\"mv-underlined\" style=\"\(dots)\">a</span>")
    #expect(
      render(Text("a").strikethrough(color: .blue))
        == "<span class=\"mv-struck\" style=\"text-decoration-color:var(--mv-blue)\">a</span>")
    #expect(render(Text("a").underline(false, pattern: .dash, color: .red)) == "<span>a</span>")
  }

  @Test func aViewHasLinesToo() throws {
    struct Page: View {
      @State private var isDone = false
      var body: some View {
        VStack { Text("a") }.strikethrough(isDone, pattern: .dash)
        Button("Done") { isDone.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let stack = host.ids(.div)[1]
    #expect(!host.html().contains("mv-struck"))
    try host.tap()
    #expect(
      host.flush() == [
        .setAttribute(stack, name: "class", value: "mv-vstack mv-struck"),
        .setAttribute(stack, name: "style", value: "text-decoration-style:dashed"),
      ])
  }
}
