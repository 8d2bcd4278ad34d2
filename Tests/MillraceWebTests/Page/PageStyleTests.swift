// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct PageStyleTests {
  @Test func bothSchemesAndFocusAreThere() {
    #expect(PageStyle.text.contains("color-scheme: light dark"))
    #expect(PageStyle.text.contains("--ground: light-dark("))
    #expect(PageStyle.text.contains(":focus-visible { outline: 3px"))
    #expect(PageStyle.text.contains("prefers-reduced-motion"))
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
