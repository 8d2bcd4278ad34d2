// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ScrollScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(ScrollScript.text.split(separator: "\n").count < 65)
    for word in ["millraceLine", "fetch(", "innerHTML"] {
      #expect(!ScrollScript.text.contains(word), "\(word)")
    }
  }

  /// After a change, the end of a long list is known when the heights of its gaps are.
  @Test func itRunsAfterTheScriptOfLongLists() {
    #expect(Asset.scripts.last == .scroll)
  }
}
