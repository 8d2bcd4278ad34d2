// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct KeyScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(KeyScript.text.split(separator: "\n").count < 40)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n"] {
      #expect(!KeyScript.text.contains(word), "\(word)")
    }
  }
}
