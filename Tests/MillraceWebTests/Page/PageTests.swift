// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct PageTests {
  @Test func everyVisitorGetsARootOfItsOwn() {
    var made = 0
    let page = Page(path: "/p", title: "P") {
      made += 1
      return Text("Visitor \(made)")
    }
    #expect(page.makeHost().html().contains("Visitor 1"))
    #expect(page.makeHost().html().contains("Visitor 2"))
    #expect(page.summary.isEmpty)
  }
}
