// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ControlScriptTests {
  @Test func itIsShort() {
    #expect(ControlScript.text.split(separator: "\n").count < 250)
  }
}
