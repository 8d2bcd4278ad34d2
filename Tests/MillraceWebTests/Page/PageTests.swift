// SPDX-License-Identifier: Apache-2.0

import Foundation
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

  @Test func theLanguageOfTheServerIsTheLocale() async throws {
    struct Reader: View {
      @Environment(\.locale) private var locale
      @Environment(\.layoutDirection) private var direction
      var body: some View { Text("\(locale.identifier) \(direction)") }
    }
    let page = Page(path: "/p", title: "P") { Reader() }
    var asked = try request()
    let html = try await page.prepare(asked)(PageAddress(), "").html()
    #expect(html.contains("en leftToRight"))
    asked.language = "ar"
    #expect(try await page.prepare(asked)(PageAddress(), "").html().contains("ar rightToLeft"))
  }
}
