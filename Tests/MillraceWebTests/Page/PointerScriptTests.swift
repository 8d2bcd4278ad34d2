// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct PointerScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(PointerScript.text.split(separator: "\n").count < 110)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n"] {
      #expect(!PointerScript.text.contains(word), "\(word)")
    }
  }
}
