// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

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

  @Test func theValueIsThatOfTheTimeWhenTheViewIsFirstShown() throws {
    struct Tabs: View {
      @State private var chosen = "a"
      @State private var favourite = 1
      @State private var text = ""
      @FocusState private var field: Int?
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") { Button("Second") { favourite = 2 } }
          Tab("B", systemImage: "star", value: "b") {
            VStack {
              TextField("1", text: $text).focused($field, equals: 1)
              TextField("2", text: $text).focused($field, equals: 2)
            }
            .defaultFocus($field, favourite)
          }
        }
      }
    }
    let host = ViewHost.shown(Tabs())
    for button in [2, 1] {
      try host.tap(button)
      _ = host.flush()
    }
    #expect(host.elements(.input).map { $0.value("autofocus") } == [nil, ""])
  }

  @Test func aRowThatIsNotOnThePageGetsTheFocusWhenItReturns() throws {
    struct Row: View {
      let id: Int
      let field: FocusState<Int?>.Binding
      @State private var text = ""
      @State private var model = Model()  // A row with an object is kept.
      var body: some View {
        TextField("row \(id)", text: $text).focused(field, equals: id)
          .defaultFocus(field, id == 5 ? 5 : nil)
      }
    }
    struct Page: View {
      @State private var chosen = "a"
      @FocusState private var field: Int?
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") { Text("focus \(field ?? 0)") }
          Tab("B", systemImage: "star", value: "b") {
            List(0..<500, id: \.self) { Row(id: $0, field: $field) }
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    func scroll(to rows: Range<Int>) throws {
      let gaps = host.nodes(.li).filter { $0.events.contains(.rows) }
      try host.handle(ViewEvent(node: gaps[0].id, kind: .rows(rows, keeping: nil)))
      _ = host.flush()
    }
    try scroll(to: 100..<160)
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.contains("focus 0"))
    try scroll(to: 0..<60)
    #expect(host.texts.contains("focus 5"))
    #expect(host.elements(.input)[5].value("autofocus") == "")
  }
}
