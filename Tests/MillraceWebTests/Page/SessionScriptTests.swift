// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheWire() {
    #expect(SessionScript.text.split(separator: "\n").count < 120)
    for word in ["millraceLine", "send(", "WebSocket", "innerHTML", "data-n"] {
      #expect(!SessionScript.text.contains(word), "\(word)")
    }
  }

  /// A person can focus a field before the scripts run, and the page's script keeps that focus.
  @Test func itRunsBeforeThePageScript() throws {
    let order = Asset.scripts
    let page = try #require(order.firstIndex(of: .script))
    #expect(try #require(order.firstIndex(of: .session)) < page)
  }

  @Test func thePageScriptUsesAllOfIt() throws {
    let exports = try #require(SessionScript.text.split(separator: "return { ").last)
    for name in exports.prefix(while: { $0 != "}" }).split(separator: ",") {
      let name = name.trimmingPrefix(" ").prefix { $0.isLetter }
      #expect(PageScript.text.contains("millraceSession.\(name)("), "\(name)")
    }
  }
}
