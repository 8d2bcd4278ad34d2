// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct WindowScriptTests {
  @Test func itIsShort() {
    #expect(WindowScript.text.split(separator: "\n").count < 300)
  }

  @Test func itRunsAfterTheScriptThatTellsOfChanges() throws {
    let order = Asset.scripts
    let page = try #require(order.firstIndex(of: .script))
    #expect(try #require(order.firstIndex(of: .windows)) > page)
    for when in ["before", "after", "welcome"] {
      #expect(PageScript.text.contains("changing(\"\(when)\")"))
    }
  }
}
