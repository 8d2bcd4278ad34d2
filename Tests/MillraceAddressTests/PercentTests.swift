// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceAddress

struct PercentTests {
  @Test func everyCharacterIsDecodedAsItWasEncoded() {
    let all = (0...0xFFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
    let wrong = all.filter { scalar in
      let text = Percent.plain(String(scalar))
      let encoded = Percent.encoded(text)
      return Percent.decoded(encoded[...].utf8, plusIsSpace: true) != text
    }
    #expect(Array(wrong) == [])
  }

  @Test func aPlusIsASpaceWhereItIsSaid() {
    #expect(Percent.decoded("a+b"[...].utf8) == "a+b")
    #expect(Percent.decoded("a+b%2B"[...].utf8, plusIsSpace: true) == "a b+")
  }
}
