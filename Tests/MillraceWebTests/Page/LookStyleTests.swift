// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct LookStyleTests {
  @Test func whatMovesHeedsTheWish() {
    let parts = LookStyle.text.split(separator: "@media (prefers-reduced-motion")
    #expect(parts.count == 2 && !parts[0].contains("transition"))
  }

  @Test func aToggleThatIsOnlyItsLabelKeepsIt() {
    #expect(LookStyle.text.contains(":is(.mv-field, .mv-toggle:not(.mv-toggle-button))"))
  }

  @Test func aListStyleSetsAllPropertiesThatAnotherOneSets() throws {
    let rules = LookStyle.text.split(separator: "}").filter { $0.contains(".mv-list-") }
    let reset = try #require(rules.first)
    for rule in rules.dropFirst() {
      for line in rule.split(separator: ";") {
        let name = line.split(separator: "{").last?.split(separator: ":").first ?? ""
        let property = name.trimmingPrefix { $0.isWhitespace }
        #expect(property.isEmpty || reset.contains("\(property): initial"), "\(property)")
      }
    }
  }
}
