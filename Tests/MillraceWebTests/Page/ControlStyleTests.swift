// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ControlStyleTests {
  @Test func whatMovesHeedsTheWish() {
    let parts = ControlStyle.text.split(separator: "@media (prefers-reduced-motion")
    #expect(parts.count == 2 && !parts[0].contains("animation:"))
  }
}
