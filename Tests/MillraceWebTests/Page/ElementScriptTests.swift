// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ElementScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(ElementScript.text.split(separator: "\n").count < 45)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n"] {
      #expect(!ElementScript.text.contains(word), "\(word)")
    }
  }
}
