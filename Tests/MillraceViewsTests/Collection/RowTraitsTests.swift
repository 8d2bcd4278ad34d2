// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct RowTraitsTests {
  @Test func aLineAndInsetsAreStylesOfTheRow() {
    #expect(
      render(List { Text("a").bold().listRowSeparator(.hidden) })
        .contains("<li style=\"border-bottom-style:none\"><span class=\"mv-bold\">a</span></li>"))
    let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(
      render(List { Text("a").listRowInsets(insets) }).contains(
        """
        <li style="padding-top:1px;padding-inline-start:2px;padding-bottom:3px;\
        padding-inline-end:4px"><span>a</span>
        """))
  }

  @Test func theInnermostModifierIsUsed() {
    #expect(
      render(List { Text("a").listRowSeparator(.visible).listRowSeparator(.hidden) })
        .contains("border-bottom-style:solid"))
    #expect(
      render(List { Text("a").listRowInsets(nil).listRowInsets(EdgeInsets()) })
        .contains("<li><span>a</span></li>"))
    #expect(
      render(List { Text("a").listRowSeparator(.hidden, edges: .top) })
        .contains("<li><span>a</span></li>"))
  }

  @Test func aBackgroundIsBehindTheRow() {
    #expect(
      render(List { Text("a").listRowBackground(Color.red) }).contains(
        "<li><div class=\"mv-g mv-under\"><div class=\"mv-color mv-x mv-y\""))
  }

  @Test func theRowsOfASectionHaveTheModifiersOfTheSection() {
    let html = render(
      List {
        Section("s") { Text("a") }.listRowBackground(Color.red).listRowSeparator(.hidden)
      })
    #expect(html.contains("<ul class=\"mv-list mv-x\"><li><section"))
    #expect(
      html.contains("<li style=\"border-bottom-style:none\"><div class=\"mv-g mv-under\">"))
  }

  @Test func viewsThatAreNoRowsAreNotChanged() {
    let plain = render(HStack { Text("a") })
    #expect(render(HStack { Text("a").listRowBackground(Color.red).deleteDisabled(true) }) == plain)
    #expect(
      render(List { HStack { Text("a").listRowSeparator(.hidden) } })
        == render(List { HStack { Text("a") } }))
    #expect(
      render(List { List { Text("a") }.listRowSeparator(.hidden) })
        .contains("<ul class=\"mv-list mv-x\"><li><span>a</span></li></ul>"))
  }

  @Test func aNewBackgroundAndLineAreSent() throws {
    struct Page: View {
      @State private var isOn = false
      var body: some View {
        List {
          Text("a").listRowBackground(isOn ? Color.red : nil)
            .listRowSeparator(isOn ? .hidden : .automatic)
        }
        Button("Turn") { isOn.toggle() }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for count in [2, 2, 2] {
      try host.tap()
      let patches = host.flush()
      #expect(patches.count == count, "the style, and the background")
      try page.apply(patches)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aRowThatCannotBeSelectedRefusesPresses() throws {
    struct Page: View {
      @State private var chosen: Int?
      @State private var isDisabled = true
      var body: some View {
        List(selection: $chosen) {
          ForEach(0..<2) { Text("\($0)").selectionDisabled(isDisabled && $0 == 1) }
        }
        Button("Turn") { isDisabled.toggle() }
        Text("chosen \(chosen ?? -1)")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements(.li).map { $0.value("tabindex") } == ["0", nil])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 1) }
    try host.tap()
    _ = host.flush()
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(host.texts.last == "chosen 1")
    #expect(host.elements(.li).map { $0.value("class") } == ["mv-selectable", "mv-selectable"])
  }

  @Test func rowsThatCannotBeDeletedOrMovedHaveNoItems() throws {
    struct Page: View {
      @State private var isLocked = true
      var body: some View {
        List {
          ForEach(0..<3) { number in
            Text("row").deleteDisabled(isLocked && number == 0).moveDisabled(isLocked && number < 2)
          }
          .onDelete { _ in }.onMove { _, _ in }
        }
        Button("Turn") { isLocked.toggle() }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    #expect(host.texts.filter { $0 == "Delete" }.count == 2)
    #expect(host.elements(.li).map { $0.value("draggable") } == [nil, nil, "true"])
    #expect(throws: ViewEventError.self) { try host.send(.move(before: nil), .li, 0) }
    try host.tap(host.ids(.button).count - 1)
    try page.apply(host.flush())
    #expect(host.texts.filter { $0 == "Delete" }.count == 3)
    #expect(host.elements(.li).map { $0.value("draggable") } == ["true", "true", "true"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }
}
