// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct MenuTests {
  @Test func itOpensWithoutTheServer() {
    #expect(
      render(Menu("More") { Button("a") {} })
        == "<details class=\"mv-menu\"><summary><span>More</span></summary>"
        + "<div class=\"mv-menu-items\"><button type=\"button\" data-on=\"tap\"><span>a</span>"
        + "</button></div></details>")
  }

  @Test func anAccessibilityLabelIsThatOfItsButton() {
    let menu = Menu("…") { Button("a") {} }.accessibilityLabel("Sort")
    #expect(
      render(menu).hasPrefix(
        "<details class=\"mv-menu\"><summary aria-label=\"Sort\"><span>…</span>"))
    #expect(
      render(menu.disabled(true))
        == "<div class=\"mv-menu\"><button type=\"button\" disabled aria-label=\"Sort\">"
        + "<span>…</span></button></div>")
  }

  @Test func aContextMenuIsBesideItsView() throws {
    var log = ""
    let host = ViewHost.shown(
      List { Text("row").contextMenu { Button("Open") { log += "o" } } })
    #expect(host.elements(.summary)[0].value("aria-label") == "More actions")
    try host.tap()
    #expect(log == "o")
    #expect(host.html().contains("<div data-n=\"4\" class=\"mv-with-menu mv-context\">"))
  }

  @Test func oneThatIsDisabledOpensNothing() throws {
    #expect(
      render(Menu("More") { Button("a") {} }.disabled(true))
        == "<div class=\"mv-menu\"><button type=\"button\" disabled><span>More</span></button>"
        + "</div>")
    struct Page: View {
      @State private var isDisabled = true
      var body: some View {
        Button("Turn") { isDisabled.toggle() }
        Text("row").contextMenu { Button("Open") {} }.disabled(isDisabled)
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    #expect(host.elements(.button)[1].value("aria-label") == "More actions")
    for count in [1, 0] {
      try host.tap()
      try page.apply(host.flush())
      #expect(host.ids(.summary).count == count)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func swipeActionsAreAMenuOfTheRow() {
    let html = render(List { Text("row").swipeActions { Button("Flag") {} } })
    #expect(html.contains("><span>row</span><details class=\"mv-menu mv-actions-menu\">"))
    #expect(html.contains("aria-label=\"Actions\""))
  }

  @Test func aRowDescribesItsMenu() throws {
    for isDisabled in [false, true] {
      let list = List { Text("row").swipeActions { Button("Flag") {} } }
      let html = render(list.disabled(isDisabled))
      let row = try #require(html.firstMatch(of: /<li id="(millrace-n\d+)">/)).1
      #expect(html.contains("aria-label=\"Actions\" aria-describedby=\"\(row)\""))
    }
  }

  @Test func swipeActionsOfAViewThatIsNoRowAreAMenuBesideIt() {
    let html = render(VStack { Text("text").swipeActions { Button("Flag") {} } })
    #expect(html.contains("<div class=\"mv-with-menu mv-x\"><span>text</span>"))
    #expect(html.contains("aria-label=\"Actions\""))
  }

  @Test func aMenuWithAPrimaryActionIsTwoButtons() throws {
    var log = ""
    let host = ViewHost(
      VStack {
        Menu("Save") {
          Button("Save as") { log += "b" }
        } primaryAction: {
          log += "a"
        }
        Menu("Save", systemImage: "star") {
          Button("Save as") {}
        } primaryAction: {
        }
        Menu {
          Button("Save as") {}
        } label: {
          Text("Save")
        } primaryAction: {
        }
      })
    #expect(host.html().contains("<summary data-n=\"7\" aria-label=\"More\"></summary>"))
    try host.tap(0)
    try host.tap(1)
    #expect(log == "ab" && host.ids(.button).count == 6)
  }
}
