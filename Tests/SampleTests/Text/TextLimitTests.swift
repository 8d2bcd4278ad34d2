// SPDX-License-Identifier: Apache-2.0

import Testing
import TextData

@Suite struct TextLimitTests {
  private let limit = TextLimit(10)
  /// One character of 81 bytes.
  private let marks = "e" + String(repeating: "\u{301}", count: 40)

  @Test func asManyCharactersFitAndNotOneMore() {
    let (longest, longer) = (String(repeating: "x", count: 10), String(repeating: "x", count: 11))
    #expect(limit.fits(longest))
    #expect(limit.problem(with: longest, field: "name") == nil)
    #expect(!limit.fits(longer))
    #expect(
      limit.problem(with: longer, field: "name")
        == "The name has 11 characters; the maximum is 10.")
  }

  @Test func oneCharacterOfManyBytesIsTooLong() {
    #expect(marks.count == 1)
    #expect(!limit.fits(marks))
    #expect(limit.fits(String(marks.unicodeScalars.dropLast())))
    #expect(
      limit.problem(with: marks, field: "title") == "The title has 81 bytes; the maximum is 80.")
  }

  @Test func theBeginningFits() {
    #expect(limit.beginning(of: "Ada") == "Ada")
    #expect(limit.beginning(of: "0123456789x") == "0123456789")
    #expect(limit.beginning(of: marks) == String(marks.unicodeScalars.dropLast()))
    #expect(limit.beginning(of: "ab" + marks).utf8.count == 79)
  }
}
