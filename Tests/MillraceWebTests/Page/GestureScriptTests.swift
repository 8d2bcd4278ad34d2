// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct GestureScriptTests {
  @Test func itIsShort() {
    #expect(GestureScript.text.split(separator: "\n").count < 200)
  }
}
