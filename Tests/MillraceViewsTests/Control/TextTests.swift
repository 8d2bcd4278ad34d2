// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct TextTests {
  @Test func everyFormOfText() {
    let part: Substring = "sub"
    #expect(render(Text("literal \(1)")) == "<span>literal 1</span>")
    #expect(render(Text(part)) == "<span>sub</span>")
    #expect(render(Text(verbatim: "*a*")) == "<span>*a*</span>")
  }

  @Test func aChangeIsOnePatch() {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    model.text = ""
    #expect(host.flush() == [.setText(host.ids(.span)[0], "")])
  }

  @Test func textsAreComparedAndPutTogether() {
    #expect(Text("a") + Text("b") == Text("ab"))
    #expect(render(Text("a") + Text("<")) == "<span>a&lt;</span>")
    #expect(Text("a").bold() + Text("b").bold() == Text("ab").bold())
    #expect(Text("a").bold() != Text("a"))
  }

  @Test func aStyledTextIsATextWithOneElement() {
    let label: Text = Text("a").italic().font(.title).foregroundStyle(.red).bold(true)
    let name = "mv-italic mv-font-title mv-fg-red mv-bold"
    #expect(render(label) == "<span class=\"\(name)\">a</span>")
    let light: Text = Text("a").fontWeight(.light).monospacedDigit().foregroundColor(nil)
    #expect(
      render(light)
        == "<span style=\"font-weight:300;--mv-weight:300;"
        + "font-variant-numeric:tabular-nums;--mv-digits:tabular-nums\">a</span>")
    #expect(render(Text("a").monospaced()).contains("font-family:ui-monospace"))
    #expect(render(Text("a").font(.body).font(.title)) == render(Text("a").font(.body)))
    let inside = Text("a").bold(false).italic()
    #expect(render(VStack { inside }.bold()).contains("<span class=\"mv-italic\">a</span>"))
  }

  @Test func aModifierOfAViewIsOutsideTheStylesOfTheText() {
    let text = VStack { Text("a").font(.title) }
    #expect(render(Text("a").font(.title).opacity(0.5).font(.body)).contains("mv-font-title"))
    #expect(render(text) != render(text.font(.body)))
  }

  @Test func eachPartOfAConcatenationKeepsItsStyle() {
    let text = (Text("a").bold() + Text("b")).italic() + Text("c").foregroundStyle(.red)
    let page = ViewHost.shown(text)
    #expect(
      render(text)
        == "<span><span class=\"mv-part mv-bold mv-italic\">a</span>"
        + "<span class=\"mv-part mv-italic\">b</span>"
        + "<span class=\"mv-part mv-fg-red\">c</span></span>")
    #expect(page.elements().texts == ["abc"])
    #expect(render(Button(action: {}) { text }).hasPrefix("<button"))
    #expect(ViewHost.shown(Button(action: {}) { text }).elements().children[0].label == "abc")
    #expect(Text("a") + Text("b").bold() == Text("a") + Text("b").bold())
  }

  @Test func aTextGetsAndLosesParts() throws {
    struct Page: View {
      @State private var step = 0
      var text: Text {
        switch step {
        case 0: Text("plain")
        case 1: Text("a").bold() + Text("b")
        case 2: Text("c") + Text("d").italic() + Text("e")
        case 3: Text("f") + Text("g").italic()
        default: Text("end").bold()
        }
      }
      var body: some View {
        text
        Button("Next") { step += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.expectPatches(showing: ["ab", "cde", "fg", "end"])
    #expect(host.html().contains("class=\"mv-bold\">end</span>"))
    #expect(!host.html().contains("mv-part"))
  }

  @Test func anOptionOfAPickerHasNoParts() {
    struct Page: View {
      @State private var choice = 1
      var body: some View {
        Picker("Choice", selection: $choice) { (Text("a").bold() + Text("b")).tag(1) }
      }
    }
    #expect(render(Page()).contains(">ab</option>"))
  }
}
