// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@Suite struct ContentsPageTests {
  @Test func everyPageIsListed() {
    let pages = [
      Page(path: "/a", title: "A & co", summary: "First <page>.") { Text("a") },
      Page(path: "/b", title: "B") { Text("b") },
    ]
    let html = ContentsPage.html(name: "Gallery", pages: pages)
    #expect(html.contains("<title>Gallery</title>"))
    #expect(html.contains("<a href=\"/a\">A &amp; co</a><p>First &lt;page&gt;.</p>"))
    #expect(html.contains("<li><div><a href=\"/b\">B</a></div></li>"))
  }

  @Test func aPageIsShownInSmall() {
    let page = Page(path: "/a\"", title: "A & co", hasPicture: true) { Text("a") }
    let html = ContentsPage.html(name: "Gallery", pages: [page])
    #expect(html.contains("<div class=\"mp-picture\" aria-hidden=\"true\" inert>"))
    #expect(
      html.contains("<iframe src=\"/a&quot;\" title=\"Preview of A &amp; co\" tabindex=\"-1\""))
  }

  @Test func linksAreBelowTheBasePathAndParametersAreNoAddress() {
    let pages = [
      Page(path: "/a/*", title: "A") { Text("a") }, Page(path: "/b/:id", title: "B") { Text("b") },
    ]
    let html = ContentsPage.html(name: "G", pages: pages, base: "/app")
    #expect(html.contains("<a href=\"/app/a\">A</a>"))
    #expect(!html.contains("/b/"))
  }

  @Test func aPageMayStayOutOfTheList() {
    var tool = Page(path: "/tool", title: "Tool") { Text("t") }
    #expect(tool.isListed)
    tool.isListed = false
    let html = ContentsPage.html(
      name: "G", pages: [tool, Page(path: "/a", title: "A") { Text("a") }])
    #expect(html.contains("/a") && !html.contains("/tool"))
  }

  @Test func noPagesIsSaid() {
    #expect(ContentsPage.html(name: "G", pages: []).contains("There are no pages yet."))
  }
}
