// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct WindowScriptTests {
  @Test func itIsShort() {
    #expect(WindowScript.text.split(separator: "\n").count < 300)
  }

  @Test func itRunsAfterTheScriptThatTellsOfChanges() {
    #expect(Asset.scripts.last == .windows)
    for when in ["before", "after", "welcome"] {
      #expect(PageScript.text.contains("changing(\"\(when)\")"))
    }
  }
}
