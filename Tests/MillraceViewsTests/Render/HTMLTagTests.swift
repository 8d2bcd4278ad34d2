// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct HTMLTagTests {
  @Test func onlyElementsWithoutContentAreVoid() {
    #expect(HTMLTag.input.isVoid && HTMLTag.hr.isVoid)
    #expect(!HTMLTag.div.isVoid && !HTMLTag.select.isVoid)
  }
}
