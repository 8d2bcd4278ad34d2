// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct PageTests {
  @Test func everyVisitorGetsARootOfItsOwn() async throws {
    var made = 0
    let page = Page(path: "/p", title: "P") {
      made += 1
      return Text("Visitor \(made)")
    }
    #expect(try await page.prepare(try request())(PageAddress(), "").html().contains("Visitor 1"))
    #expect(try await page.prepare(try request())(PageAddress(), "").html().contains("Visitor 2"))
    #expect(page.summary.isEmpty)
    #expect(page.link == "/p")
    #expect(Page(path: "/p/*", title: "") { Text("") }.link == "/p")
    #expect(Page(path: "/*", title: "") { Text("") }.link == "/")
  }
}
