// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct ColorTests {
  @Test func colorsAreNames() {
    #expect(Decoration.color(.red).className == "mv-fg-red")
    #expect(Decoration.color(.accentColor).className == "mv-fg-accent")
  }
}
