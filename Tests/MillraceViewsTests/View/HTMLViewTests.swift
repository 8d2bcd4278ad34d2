// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct HTMLViewTests {
  @Test func elementsAndAttributesOfTheApplication() {
    #expect(
      render(
        HTMLView("article", classes: "news", attributes: ["lang": "\"de\"", "data-x": "<1>"]) {
          Text("<b>")
        })
        == "<article class=\"news\" data-x=\"&lt;1&gt;\" lang=\"&quot;de&quot;\">"
        + "<span>&lt;b&gt;</span></article>")
  }

  @Test(arguments: ["script", "style", "iframe", "svg", "a", "form", "object", "x y", "", "base"])
  func anElementThatIsNotAllowedIsAPlainOne(tag: String) {
    #expect(render(HTMLView(tag) {}) == "<div></div>")
  }

  @Test(
    arguments: [
      "onclick", "style", "href", "src", "data-n", "data-on", "data-keys", "data-drag", "srcdoc",
      "x y", "a>b", "data-front",
      "ONCLICK", "action", "class",
    ])
  func anAttributeThatIsNotAllowedIsLeftOut(name: String) {
    #expect(render(HTMLView("p", attributes: [name: "x"]) {}) == "<p></p>")
  }

  @Test func attributesFollowTheView() throws {
    struct Inside: View {
      @State private var count = 0
      var body: some View { Button("\(count)") { count += 1 } }
    }
    struct Page: View {
      @State private var day = 1
      @State private var helps = false
      var body: some View {
        HTMLView("time", attributes: attributes) { Inside() }.help(helps ? "help" : "h")
        HTMLView("p", attributes: ["title": "own", "lang": "de"]) { Text("p") }
          .accessibilityHidden(helps)
        Button("Next") { day += 1 }
        Button("Help") { helps.toggle() }
      }

      private var attributes: [String: String] {
        var all = ["datetime": "2026-01-0\(day)", "title": "\(day)", "onclick": "\(day)"]
        if day == 2 { all["lang"] = "\"de\"" }
        return all
      }
    }
    let host = ViewHost.shown(Page())
    let time = PatchedPage(html: host.html()).root.children[0].attributes["data-n"] ?? ""
    let id = NodeID(rawValue: try #require(Int(time)))
    try host.tap(0)
    _ = host.flush()
    try host.tap(1)
    #expect(
      host.flush() == [
        .setAttribute(id, name: "datetime", value: "2026-01-02"),
        .setAttribute(id, name: "lang", value: "\"de\""),
      ], "the title is set by the modifier")
    try host.tap(1)
    #expect(
      host.flush() == [
        .removeAttribute(id, name: "lang"),
        .setAttribute(id, name: "datetime", value: "2026-01-03"),
      ])
    #expect(host.texts.first == "1", "the content keeps its state")
    try host.tap(2)
    _ = host.flush()
    let shown = host.html().replacing(#/\ data-n="\d+"/#, with: "")
    #expect(shown.contains("<time title=\"help\" datetime=\"2026-01-03\">"))
    #expect(shown.contains("<p aria-hidden=\"true\" lang=\"de\" title=\"own\">"))
  }

  @Test func anAttributeThatAModifierTakesOverAndLeavesIsThatOfTheApplicationAgain() throws {
    struct Page: View {
      @State private var isHidden = false
      var body: some View {
        HTMLView("p", attributes: ["aria-hidden": "false"]) { Text("p") }
          .accessibilityHidden(isHidden)
        Button("Hide") { isHidden.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    for value in ["true", "false", "true"] {
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.children[0].attributes["aria-hidden"] == value)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func anotherElementTakesThePlaceOfTheOneBefore() throws {
    struct Page: View {
      @State private var isTitle = false
      var body: some View {
        HTMLView(isTitle ? "h2" : "p") { Text("a") }
        Button("Turn") { isTitle.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    for tag in ["h2", "p"] {
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.children[0].tag == tag)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func addressesOfSources() {
    #expect(!HTMLNames.isAttribute("cite", "javascript:x"))
    #expect(HTMLNames.isAttribute("cite", "https://a.example"))
  }

  @Test func anIdIsNoneOfThePagesOwn() {
    #expect(!HTMLNames.isAttribute("id", "millrace-status"))
    #expect(HTMLNames.isAttribute("id", "news"))
  }

  @Test func classesOfTheApplication() {
    #expect(
      render(Text("a").htmlClass("news mv-x large").htmlClass("mine"))
        == "<span class=\"news large mine\">a</span>")
    #expect(render(Text("a").htmlClass("mv-x")) == "<span>a</span>")
  }

  @Test(arguments: [" ", "\t", "\n", "\u{C}", "\r", "\r\n"])
  func classesOfThisModuleAreLeftOut(space: String) {
    let classes = ["mv-root", "news", "mp-x", "large"].joined(separator: space)
    #expect(render(HTMLView("p", classes: classes) {}) == "<p class=\"news large\"></p>")
    #expect(render(Text("a").htmlClass(classes)) == "<span class=\"news large\">a</span>")
    #expect(render(HTMLView("p", classes: "mv-x" + space) {}) == "<p></p>")
  }
}
