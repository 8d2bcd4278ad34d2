// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct SectionTests {
  @Test func headerContentAndFooter() {
    let html = render(
      Section {
        Text("content")
      } header: {
        Text("header")
      } footer: {
        Text("footer")
      })
    #expect(
      html == """
        <section class="mv-section"><h2 class="mv-header"><span>header</span></h2>\
        <span>content</span><div class="mv-footer"><span>footer</span></div></section>
        """)
  }

  @Test func whatIsLeftOutIsNotThere() {
    let plain = "<section class=\"mv-section\"><span>a</span></section>"
    #expect(render(Section { Text("a") }) == plain)
    #expect(render(Section("h") { Text("a") }).contains("<h2 class=\"mv-header\"><span>h</span>"))
    #expect(
      render(
        Section {
          Text("a")
        } header: {
          Text("h")
        }
      ).contains("<h2"))
    #expect(
      render(
        Section {
          Text("a")
        } footer: {
          Text("f")
        }
      ).contains("mv-footer"))
  }

  @Test func inAListItHasRows() throws {
    struct Page: View {
      @State private var count = 1
      var body: some View {
        List {
          Section("\(count)") {
            ForEach(0..<count, id: \.self) { Text("row \($0)") }
            Button("Add") { count += 1 }
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.ids(.li).count == 3)
    try host.tap()
    #expect(host.flush().count == 2)
    #expect(host.texts == ["2", "row 0", "row 1", "Add"])
    #expect(host.ids(.ul).count == 2)
  }

  @Test func inAListWithASelectionItsRowsAreSelectedAndNotTheSection() throws {
    struct Part: Identifiable {
      let id: Int
      let rows: [Int]
    }
    struct Page: View {
      @State private var chosen: Int?
      var body: some View {
        List(selection: $chosen) {
          ForEach([Part(id: 1, rows: [10, 11]), Part(id: 2, rows: [20])]) { part in
            Section("part \(part.id)") {
              ForEach(part.rows, id: \.self) { Text("row \($0)") }
            }
          }
        }
        Text("\(chosen ?? 0)")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements(.li).map { $0.value("tabindex") } == [nil, "0", "0", nil, "0"])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .li, 0) }
    try host.send(.tap, .li, 2)
    _ = host.flush()
    #expect(host.texts.last == "11")
    #expect(host.elements(.li).map { $0.value("aria-current") } == [nil, nil, "true", nil, nil])
  }

  @Test func inAListItHasRowsAlsoWithAModifierAroundIt() throws {
    struct Page: View {
      @State private var chosen: Int?
      @State private var count = 1
      var body: some View {
        List(selection: $chosen) {
          Section("\(count)") {
            ForEach(0..<count, id: \.self) { Text("row \($0)") }
          }
          .padding().background(.red).contextMenu { Button("Add") { count += 1 } }
        }
        Text("\(chosen ?? -1)")
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    #expect(host.ids(.ul).count == 2 && host.ids(.li).count == 2)
    try host.tap()
    try page.apply(host.flush())
    #expect(host.ids(.li).count == 3)
    try host.send(.tap, .li, 2)
    try page.apply(host.flush())
    #expect(host.texts.last == "1")
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  private struct Folded: View {
    @State private var isOpen = true
    @State private var count = 0
    var isInList = true

    var body: some View {
      if isInList {
        List { section }
      } else {
        section
      }
      Button("Count \(count)") { count += 1 }
    }

    private var section: some View {
      Section("s", isExpanded: $isOpen) {
        Text("a")
        Text("b")
      }
    }
  }

  @Test(arguments: [true, false])
  func aHeaderHidesTheContent(isInList: Bool) throws {
    let host = ViewHost(Folded(isInList: isInList))
    let page = PatchedPage(html: host.html())
    #expect(host.texts == ["s", "a", "b", "Count 0"])
    #expect(host.elements(.button)[0].value("aria-expanded") == "true")
    for texts in [["s", "Count 0"], ["s", "a", "b", "Count 0"]] {
      try host.tap()
      try page.apply(host.flush())
      #expect(host.texts == texts)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
    try host.tap(1)
    #expect(host.flush().count == 1)
  }

  @Test func aHeaderOfAnyView() throws {
    let host = ViewHost.shown(
      Section(isExpanded: .constant(false)) {
        Text("a")
      } header: {
        Label("s", systemImage: "star")
      })
    #expect(host.texts == ["s"])
    #expect(host.elements(.button)[0].value("aria-expanded") == "false")
  }

  @Test func aSectionCanGetAndLoseTheButton() throws {
    struct Page: View {
      @State private var canFold = false
      var body: some View {
        List {
          canFold
            ? Section("s", isExpanded: .constant(true)) { Text("a") } : Section("s") { Text("a") }
        }
        Button("Turn") { canFold.toggle() }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for count in [2, 1] {
      try host.tap(host.ids(.button).count - 1)
      try page.apply(host.flush())
      #expect(host.ids(.button).count == count && host.texts == ["s", "a", "Turn"])
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }
}
