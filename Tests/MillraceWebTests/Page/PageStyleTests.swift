// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct PageStyleTests {
  @Test func bothSchemesAndFocusAreThere() {
    #expect(PageStyle.text.contains("color-scheme: light dark"))
    #expect(PageStyle.text.contains("--ground: light-dark("))
    #expect(PageStyle.text.contains("prefers-reduced-motion"))
  }

  /// The ring of a segment and of a toggle's button is around the label, not around the input.
  @Test func everyFocusRingCanBeHidden() {
    let rings = PageStyle.text.split(separator: ";").filter {
      $0.contains("outline: ") && $0.contains("3px solid")
    }
    #expect(rings.count == 2)
    for ring in rings { #expect(ring.contains("outline: var(--mv-focus-ring, 3px solid ")) }
    #expect(PageStyle.text.contains(".mv-no-ring { --mv-focus-ring: none; }"))
  }

  @Test func everyPartIsThere() {
    for part in [LayoutStyle.text, ControlStyle.text, LookStyle.text] {
      #expect(PageStyle.text.contains(part))
    }
  }

  @Test func bracesMatch() {
    #expect(PageStyle.text.count { $0 == "{" } == PageStyle.text.count { $0 == "}" })
  }
}
