// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct TextLineTests {
  @Test func eachLevelIsTwoSpaces() {
    #expect(TextLine(depth: 0, text: "a").indented == "a")
    #expect(TextLine(depth: 3, text: "a b").indented == "      a b")
  }
}
