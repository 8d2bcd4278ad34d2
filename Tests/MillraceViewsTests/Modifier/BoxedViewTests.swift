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

  @Test func whatIsSetInsideDoesNotApplyToALayer() {
    #expect(
      render(Text("a").hidden().overlay { Text("b") })
        == "<div class=\"mv-g mv-layers\"><span style=\"visibility:hidden\">a</span>"
        + "<div class=\"mv-g mv-over\"><span>b</span></div></div>")
    #expect(
      render(VStack { Text("a") }.opacity(0.5).allowsHitTesting(false).background { Text("b") })
        .contains("<div class=\"mv-vstack mv-no-presses\" style=\"opacity:0.5\">"))
    // A text is decorated by a stack, because `Text` has modifiers of its own.
    let title = render(
      HStack { Text("a") }.font(.title).foregroundStyle(.red).padding(.top, 1)
        .overlay { Text("b") }.padding(.top, 2))
    #expect(
      title.hasSuffix(
        "<div class=\"mv-g mv-layers\">"
          + "<div class=\"mv-g mv-font-title mv-fg-red\" style=\"padding-top:1px\">"
          + "<div class=\"mv-hstack\"><span>a</span></div></div>"
          + "<div class=\"mv-g mv-over\"><span>b</span></div></div></div>"))
    #expect(
      render(Text("a").overlay { Text("b") }.opacity(0.5)).hasPrefix(
        "<div class=\"mv-g mv-layers\" style=\"opacity:0.5\">"))
  }

  @Test func aBackgroundAndABorderAreNotTransparentWithTheirContent() {
    #expect(
      render(Text("a").opacity(0.2).background(Color.red))
        == "<div class=\"mv-g\" style=\"background:var(--mv-red)\">"
        + "<span style=\"opacity:0.2\">a</span></div>")
    #expect(
      render(Text("a").hidden().border(Color.red).padding(1))
        .hasSuffix("<span style=\"visibility:hidden\">a</span></div></div>"))
    // The press of an invisible view is refused.
    #expect(
      render(Text("a").opacity(0).onTapGesture {})
        == "<div class=\"mv-g\" data-taps=\"1\" style=\"opacity:0;visibility:hidden\" "
        + "data-on=\"press\"><span>a</span></div>")
  }

  @Test func aContainerIsToldAboutTheWholeView() {
    #expect(
      render(Text("a").zIndex(2).layoutPriority(1).overlay { Text("b") })
        .hasPrefix("<div class=\"mv-g mv-layers\" style=\"z-index:2;flex-shrink:0\">"))
    #expect(
      render(Text("a").transition(.opacity).background(Color.red).overlay { Text("b") })
        .hasPrefix("<div class=\"mv-g mv-layers mv-enter mv-enter-opacity\">"))
  }

  @Test func aChangeInsideDoesNotApplyToALayer() throws {
    struct Page: View {
      @State private var isHidden = false
      var body: some View {
        VStack { Text("a") }.opacity(isHidden ? 0 : 1).font(isHidden ? .title : nil)
          .overlay { Button("Turn") { isHidden.toggle() } }
      }
    }
    let host = ViewHost.shown(Page())
    let stack = host.nodes(.div)[2]
    try host.tap()
    #expect(
      host.flush() == [
        .setAttribute(stack.id, name: "class", value: "mv-vstack mv-font-title"),
        .setAttribute(stack.id, name: "style", value: "opacity:0;visibility:hidden"),
      ])
    try host.tap()
    #expect(
      host.flush() == [
        .setAttribute(stack.id, name: "class", value: "mv-vstack"),
        .removeAttribute(stack.id, name: "style"),
      ])
  }

  @Test func aMenuIsHiddenWithItsView() {
    let items = render(HStack {}.hidden().contextMenu { Button("a") {} })
    #expect(items.hasPrefix("<div class=\"mv-with-menu mv-context\" style=\"visibility:hidden\">"))
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
