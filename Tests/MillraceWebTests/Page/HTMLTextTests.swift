// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("plain é😀", "plain é😀"), ("<b a='1'>", "&lt;b a=&#39;1&#39;&gt;"), ("&amp;", "&amp;amp;"),
    ("\"", "&quot;"), ("\u{0}", "\u{FFFD}"),
  ])
  func textIsMadeSafe(text: String, expected: String) {
    #expect(HTMLText.escaped(text) == expected)
  }
}
