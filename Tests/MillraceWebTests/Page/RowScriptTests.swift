// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct RowScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(RowScript.text.split(separator: "\n").count < 50)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n", "tabindex"] {
      #expect(!RowScript.text.contains(word), "\(word)")
    }
  }
}
