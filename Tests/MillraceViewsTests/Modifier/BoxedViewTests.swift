// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct BoxedViewTests {
  @Test func eachElementHasABoxOfItsOwn() {
    let box = "<div class=\"mv-g\" style=\"padding-top:1px\">"
    #expect(
      render(
        Group {
          Text("a")
          if true { Text("b") }
          EmptyView()
        }.padding(.top, 1)) == "\(box)<span>a</span></div>\(box)<span>b</span></div>")
  }

  @Test func boxesAreNestedAsModifiersAre() {
    #expect(
      render(Text("a").padding(.top, 1).background(.red).padding(.top, 2))
        == "<div class=\"mv-g\" style=\"padding-top:2px\">"
        + "<div class=\"mv-g\" style=\"background:var(--mv-red)\">"
        + "<div class=\"mv-g\" style=\"padding-top:1px\"><span>a</span></div></div></div>")
  }

  @Test func aRowIsAroundTheBoxes() {
    #expect(
      render(List { Group { Text("a") }.padding(.top, 1).bold() })
        == "<ul class=\"mv-list mv-x\"><li>"
        + "<div class=\"mv-g mv-bold\" style=\"padding-top:1px\"><span>a</span></div></li></ul>")
  }

  @Test func whatARowInheritsReachesItsContent() {
    #expect(render(List { Button("a") {}.disabled(true) }).contains("disabled"))
    #expect(render(Button("a") {}.disabled(true).padding()).contains("disabled"))
  }

  @Test func aLayerIsBehindOrOnTop() {
    #expect(
      render(Text("a").overlay(alignment: .topTrailing) { Text("b") })
        == "<div class=\"mv-g mv-layers\"><span>a</span>"
        + "<div class=\"mv-g mv-over mv-align-topTrailing\"><span>b</span></div></div>")
    #expect(
      render(Text("a").background { Color.red })
        == "<div class=\"mv-g mv-layers\"><div class=\"mv-g mv-under\">"
        + "<div class=\"mv-color mv-x mv-y\" style=\"background:var(--mv-red)\"></div></div>"
        + "<span>a</span></div>")
  }

  @Test func boxesAndLayersFollowTheirView() throws {
    struct Page: View {
      @State private var count = 1
      var body: some View {
        ForEach(0..<count, id: \.self) { Text("row \($0)") }
          .padding(.top, CGFloat(count)).overlay { Text("of \(count)") }
        Button("More") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    for _ in 0..<2 {
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
    #expect(host.texts == ["row 0", "of 3", "row 1", "of 3", "row 2", "of 3", "More"])
    #expect(page.root.description.components(separatedBy: "padding-top:3px").count == 4)
  }

  @Test func aBoxThatIsGoneIsFreed() throws {
    struct Page: View {
      @State private var isThere = true
      var body: some View {
        Button("Hide") { isThere = false }
        if isThere { Text("a").padding() }
      }
    }
    let host = ViewHost.shown(Page())
    struct Weak { weak var box: ElementNode? }
    let found = Weak(box: host.nodes(.div).last)
    #expect(found.box != nil)
    try host.tap()
    _ = host.flush()
    #expect(found.box == nil)
  }

  @Test func aLayerHasTheEnvironmentOfItsModifier() throws {
    struct Page: View {
      @State private var text = "a"
      @State private var isLocked = false
      var body: some View {
        TextField("Name", text: $text).disabled(true)
          .overlay(alignment: .trailing) { Button("Clear") { text = "" } }
          .disabled(isLocked)
        Button("Lock") { isLocked = true }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[0].value("value") == "")
    try host.tap(1)
    _ = host.flush()
    #expect(throws: ViewEventError.self) { try host.tap() }
  }
}
