// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct TreeScriptTests {
  @Test func aPatchFindsItsElementWithoutASearch() {
    for search in ["querySelector(", "getElementById(\"${", "find((", "closest("] {
      #expect(!TreeScript.text.contains(search), "\(search)")
    }
    #expect(!PageScript.text.contains("querySelector(`"))
  }

  @Test func itIsShort() {
    #expect(TreeScript.text.split(separator: "\n").count < 100)
  }

  @Test func itRunsBeforeTheScriptThatUsesIt() {
    #expect(
      Asset.scripts.prefix(7) == [.tree, .address, .fields, .elements, .line, .session, .script])
  }
}
