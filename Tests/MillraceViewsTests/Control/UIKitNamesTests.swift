// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct UITextContentTypeTests {
  @Test func onlyTokensAreWritten() {
    #expect(UITextContentType.oneTimeCode.token == "one-time-code")
    #expect(UITextContentType(rawValue: "address-level2") == .addressCity)
    for text in ["", "A b", "on\" x=\"", "é"] {
      #expect(UITextContentType(rawValue: text).token == nil)
    }
  }
}

struct UIKeyboardTypeTests {
  @Test func keyboardsAreInputModes() {
    let modes = (0...11).map { UIKeyboardType(rawValue: $0)?.mode }
    #expect(
      modes == [
        nil, nil, nil, "url", "numeric", "tel", nil, "email", "decimal", nil, "search", "numeric",
      ])
  }
}
