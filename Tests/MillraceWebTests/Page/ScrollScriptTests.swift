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
}
