// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct FontTests {
  @Test func fontsAreNames() {
    #expect(Decoration.font(.largeTitle).className == "mv-font-large-title")
    #expect(Decoration.font(.caption).className == "mv-font-caption")
  }
}
