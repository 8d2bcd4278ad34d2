// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ListTests {
  @Test func everyElementIsARow() {
    let html = render(
      List {
        Text("a")
        if true { Text("b").bold() }
        ForEach(0..<2) { Button("\($0)") {} }
        HStack { Text("c") }
      })
    #expect(
      html == """
        <ul class="mv-list mv-x"><li><span>a</span></li><li><span class="mv-bold">b</span></li>\
        <li><button type="button" data-on="tap"><span>0</span></button></li>\
        <li><button type="button" data-on="tap"><span>1</span></button></li>\
        <li><div class="mv-hstack"><span>c</span></div></li></ul>
        """)
  }

  @Test func aListInARowHasRowsOfItsOwn() {
    let html = render(List { List { Text("a") } })
    #expect(
      html == """
        <ul class="mv-list mv-x"><li><ul class="mv-list mv-x"><li><span>a</span></li></ul></li></ul>
        """)
  }

  @Test func identifiableData() {
    struct Item: Identifiable { let id: Int }
    #expect(
      render(List([Item(id: 4)]) { Text("\($0.id)") })
        == "<ul class=\"mv-list mv-x\"><li><span>4</span></li></ul>")
  }

  struct Choice: View {
    @State private var one: Int?
    @State private var several: Set<Int> = []

    var body: some View {
      List(selection: $one) {
        ForEach(0..<2) { Text("row \($0)") }
        Text("last").tag(9)
        Text("none")
      }
      List(selection: $several) { ForEach(0..<2) { Text("row \($0)") } }
      Text("\(one ?? -1) \(several.sorted())")
    }
  }

  @Test func aPressSelectsARow() throws {
    let host = ViewHost.shown(Choice())
    #expect(host.elements(.li).map { $0.value("tabindex") } == ["0", "0", "0", nil, "0", "0"])
    for (row, selected) in [(1, [1]), (2, [2]), (2, [2])] {
      try host.send(.tap, .li, row)
      _ = host.flush()
      #expect(
        host.elements(.li).indices.filter { host.elements(.li)[$0].value("aria-current") == "true" }
          == selected)
    }
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 3) }
    #expect(host.texts.last == "9 []")
  }

  @Test func severalRowsAreSelectedAndTakenBack() throws {
    let host = ViewHost.shown(Choice())
    try host.send(.tap, .li, 4)
    try host.send(.tap, .li, 5)
    _ = host.flush()
    #expect(host.texts.last == "-1 [0, 1]")
    try host.send(.tap, .li, 4)
    #expect(host.flush().count == 2, "one attribute and one text")
    #expect(host.texts.last == "-1 [1]")
  }

  @Test func aRowOfADisabledListIsNotSelected() throws {
    let host = ViewHost.shown(Choice().disabled(true))
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 0) }
  }

  @Test func aTagMayBeAnOptional() throws {
    struct Page: View {
      @State private var one: Int?
      @State private var several: Set<Int?> = [1]
      @State private var deep: Int?? = .some(nil)
      var body: some View {
        List(selection: $one) {
          Text("a").tag(Optional(1))
          Text("b").tag(2)
        }
        List(selection: $several) { Text("a").tag(1) }
        List(selection: $deep) {
          Text("none").tag(Int?.none)
          Text("a").tag(Optional(1))
        }
        Text("\(one ?? 0) \(several.count) \(deep.map { $0 ?? 8 } ?? 7)")
      }
    }
    let host = ViewHost.shown(Page())
    func selected() -> [Int] {
      _ = host.flush()
      return host.elements(.li).enumerated().filter { $1.value("aria-current") == "true" }
        .map(\.offset)
    }
    #expect(selected() == [2, 3])
    for row in [0, 2, 4] { try host.send(.tap, .li, row) }
    #expect(selected() == [0, 4] && host.texts.last == "1 0 1")
    for row in [1, 2, 3] { try host.send(.tap, .li, row) }
    #expect(selected() == [1, 2, 3] && host.texts.last == "2 1 8")
  }
  @Test func aListCanGetItsSelectionLater() throws {
    struct Page: View {
      @State private var chosen: Int? = 1
      @State private var isEditing = false
      var body: some View {
        List(selection: isEditing ? $chosen : nil) { ForEach(0..<2) { Text("row \($0)") } }
        Button("Edit") { isEditing.toggle() }
        Text("\(chosen ?? -1)")
      }
    }
    let host = ViewHost.shown(Page())
    let id = host.ids(.li)[0]
    func rows(_ name: String) -> [String?] { host.elements(.li).map { $0.value(name) } }
    #expect(rows("tabindex") == [nil, nil])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 0) }
    try host.tap()
    #expect(host.flush().contains(.setAttribute(id, name: "data-on", value: "tap")))
    #expect(rows("tabindex") == ["0", "0"] && rows("aria-current") == [nil, "true"])
    try host.send(.tap, .li, 0)
    _ = host.flush()
    #expect(host.texts.last == "0" && rows("aria-current") == ["true", nil])
    try host.tap()
    #expect(host.flush().contains(.removeAttribute(id, name: "data-on")))
    #expect(rows("tabindex") == [nil, nil] && rows("aria-current") == [nil, nil])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 0) }
  }
}
