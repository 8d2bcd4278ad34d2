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
    #expect(html.contains("<li><a href=\"/b\">B</a></li>"))
  }

  @Test func noPagesIsSaid() {
    #expect(ContentsPage.html(name: "G", pages: []).contains("There are no pages yet."))
  }
}
