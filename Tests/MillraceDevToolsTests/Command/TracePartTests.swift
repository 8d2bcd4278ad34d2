// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceDevTools

@Suite struct TracePartTests {
  @Test(arguments: ["", "short", String(repeating: "aé😀", count: 9_000)])
  func partsAreTheWhole(text: String) {
    var whole = ""
    var next: Int? = 0
    while let from = next {
      let part = TracePart(of: text, from: from)
      #expect(part.text.utf8.count <= TracePart.most)
      #expect(part.bytes == text.utf8.count)
      whole += part.text
      next = part.next
    }
    #expect(whole == text)
  }

  @Test func aPartBeginsAfterTheCharacterThatWasCut() {
    #expect(TracePart(of: "é!", from: 1).text == "!")
    #expect(TracePart(of: "é!", from: 99).text == "")
    #expect(TracePart(of: String(repeating: "a", count: 9_000), from: 0).ended.hasSuffix("a…"))
  }
}
