// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct LineScriptTests {
  @Test func thePageScriptUsesIt() {
    #expect(PageScript.text.contains("millraceLine."))
  }
}
