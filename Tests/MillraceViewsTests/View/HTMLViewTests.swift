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
      "x y", "a>b",
      "ONCLICK", "action", "class",
    ])
  func anAttributeThatIsNotAllowedIsLeftOut(name: String) {
    #expect(render(HTMLView("p", attributes: [name: "x"]) {}) == "<p></p>")
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
}
