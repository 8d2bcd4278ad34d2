// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct BrowserScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(BrowserScript.text.split(separator: "\n").count < 45)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n"] {
      #expect(!BrowserScript.text.contains(word), "\(word)")
    }
  }
}
