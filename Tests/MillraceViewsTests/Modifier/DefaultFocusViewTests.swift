// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct DefaultFocusViewTests {
  private struct Page: View {
    enum Field { case first, second }
    @FocusState private var field: Field?
    @State private var text = ""
    var body: some View {
      TextField("a", text: $text).focused($field, equals: .first)
      TextField("b", text: $text).focused($field, equals: .second)
        .defaultFocus($field, .second)
      Button("Leave") { field = nil }
    }
  }

  @Test func theFirstPageHasTheFocus() throws {
    let host = ViewHost(Page())
    let html = host.html()
    #expect(html.split(separator: " autofocus").count == 2)
    #expect(host.elements(.input)[1].value("autofocus") == "")
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[1].value("autofocus") == nil)
  }

  @Test func aValueThatIsSetStays() {
    struct Set: View {
      @FocusState private var isFocused: Bool
      @State private var text = ""
      var body: some View {
        TextField("a", text: $text).focused($isFocused).defaultFocus($isFocused, true)
          .defaultFocus($isFocused, false)
      }
    }
    #expect(ViewHost.shown(Set()).elements(.input)[0].value("autofocus") == "")
  }

  @Test func aViewInATabGetsTheFocusWhenTheTabIsFirstSelected() throws {
    struct Tabs: View {
      @State private var chosen = "a"
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") { Button("Leave") { isFocused = false } }
          Tab("B", systemImage: "star", value: "b") {
            TextField("b", text: $text).focused($isFocused).defaultFocus($isFocused, true)
          }
        }
      }
    }
    let host = ViewHost.shown(Tabs())
    func focus() -> String? { host.elements(.input)[0].value("autofocus") }
    #expect(focus() == nil)
    try host.tap(1)
    _ = host.flush()
    #expect(focus() == "")
    for button in [0, 2, 1] {
      try host.tap(button)
      _ = host.flush()
      #expect(focus() == nil || button == 0, "only the first time")
    }
  }
}
