// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct HTMLWriterTests {
  private let hostile = "</span><script>\"'&"
  private let safe = "&lt;/span&gt;&lt;script&gt;&quot;&#39;&amp;"

  @Test func hostileStringsAreEscapedEverywhere() {
    let hostile = hostile
    let html = render(
      VStack {
        Text(hostile)
        TextField(hostile, text: .constant(hostile), prompt: Text(hostile))
          .accessibilityLabel(hostile)
        Picker(hostile, selection: .constant(hostile)) { Text(hostile).tag(hostile) }
        ForEach([hostile], id: \.self) { Text($0) }
      }
      .alert(hostile, isPresented: .constant(true)) {
        Button(hostile) {}
      } message: {
        Text(hostile)
      })
    #expect(!html.contains("<script"))
    #expect(!html.contains("\"'"))
    #expect(html.contains("<span>\(safe)</span>"))
    #expect(html.contains(" value=\"\(safe)\""))
    #expect(html.contains(" placeholder=\"\(safe)\""))
    #expect(html.contains(" aria-label=\"\(safe)\""))
    #expect(html.contains("<option value=\"\(safe)\" selected>\(safe)</option>"))
  }

  @Test func elementsWithoutContentHaveNoEndTag() {
    #expect(render(Divider()) == "<hr>")
    #expect(render(Spacer()) == "<div class=\"mv-spacer\"></div>")
  }

  @Test func hostileStringsInAnInsertAreEscaped() throws {
    struct Page: View {
      @State private var isShown = false
      let text: String
      var body: some View {
        Button("Show") { isShown = true }
        if isShown { Text(text) }
      }
    }
    let host = ViewHost.shown(Page(text: hostile))
    try host.tap()
    let id = NodeID(rawValue: host.lastID + 1)
    #expect(
      host.flush() == [
        .insert(
          html: "<span data-n=\"\(id.rawValue)\">\(safe)</span>", parent: NodeID(rawValue: 1),
          before: nil)
      ])
  }

  @Test func patchesCarryRawStrings() {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    model.text = hostile
    #expect(host.flush() == [.setText(host.ids(.span)[0], hostile)])
  }
}
