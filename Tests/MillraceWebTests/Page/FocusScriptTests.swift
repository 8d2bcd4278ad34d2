// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FocusScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheServer() {
    #expect(FocusScript.text.split(separator: "\n").count < 130)
    for word in ["millraceLine", "fetch(", "innerHTML", "data-n"] {
      #expect(!FocusScript.text.contains(word), "\(word)")
    }
  }
}
