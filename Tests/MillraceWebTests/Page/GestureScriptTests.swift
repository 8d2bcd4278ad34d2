// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct GestureScriptTests {
  @Test func itNeverParsesHTML() {
    let dangers = [
      "innerHTML", "eval(", "outerHTML", "insertAdjacentHTML", "document.write", "new Function",
    ]
    for danger in dangers { #expect(!GestureScript.text.contains(danger)) }
  }

  @Test func itIsShort() {
    #expect(GestureScript.text.split(separator: "\n").count < 200)
  }
}
