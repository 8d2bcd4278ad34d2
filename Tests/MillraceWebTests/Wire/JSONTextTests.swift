// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct JSONTextTests {
  private func json(_ text: String) -> String {
    var json = JSONText()
    json.appendString(text)
    return json.text
  }

  @Test(arguments: [
    ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\n", #""\n""#), ("\u{1}\t", #""\u0001\u0009""#),
    ("</script>", #""\u003c/script>""#), ("\u{2028}", #""\u2028""#), ("é😀", #""é😀""#),
    ("\r\n", #""\u000d\n""#),
  ])
  func textsAreEscaped(text: String, expected: String) {
    #expect(json(text) == expected)
  }

  @Test func whatIsWrittenCanBeRead() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<20 {
        let number = UInt32.random(in: 0...0x11FFF, using: &random)
        if let scalar = Unicode.Scalar(number) { text.unicodeScalars.append(scalar) }
      }
      #expect(try FlatObject("{\"a\":\(json(text))}").fields["a"] == .string(text))
    }
  }

  @Test func arraysBeginWithAVerb() {
    var json = JSONText()
    json.appendArray("move", .number(1), .number(nil), .string("x"))
    #expect(json.text == #"["move",1,null,"x"]"#)
  }
}
