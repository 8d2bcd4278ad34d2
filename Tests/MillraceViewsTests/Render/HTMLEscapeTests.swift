// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct HTMLEscapeTests {
  @Test(arguments: [
    ("plain text, ä 漢 👩‍👩‍👧", "plain text, ä 漢 👩‍👩‍👧"),
    ("<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"),
    ("\" onload=\"x", "&quot; onload=&quot;x"), ("a & b &amp; c", "a &amp; b &amp;amp; c"),
    ("\0\u{1F}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\r\nb\tc", "a&#13;\nb\tc"), ("", ""),
    ("<\u{301}", "&lt;\u{301}"),
  ])
  func everySpecialCharacterIsEscaped(text: String, expected: String) {
    var html = "["
    HTMLEscape.append(text, to: &html)
    #expect(html == "[" + expected)
  }
}
