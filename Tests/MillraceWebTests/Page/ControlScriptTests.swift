// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ControlScriptTests {
  @Test func itNeverParsesHTML() {
    let dangers = [
      "innerHTML", "eval(", "outerHTML", "insertAdjacentHTML", "document.write", "new Function",
    ]
    for danger in dangers { #expect(!ControlScript.text.contains(danger)) }
  }

  @Test func itIsShort() {
    #expect(ControlScript.text.split(separator: "\n").count < 250)
  }
}
