// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct PageStyleTests {
  @Test func bothSchemesAndFocusAreThere() {
    #expect(PageStyle.text.contains("color-scheme: light dark"))
    #expect(PageStyle.text.contains("prefers-color-scheme: dark"))
    #expect(PageStyle.text.contains(":focus-visible { outline: 3px"))
    #expect(PageStyle.text.contains("prefers-reduced-motion"))
  }

  @Test func everyStepOfALengthIsThere() {
    for step in stride(from: 0, through: 48, by: 4) {
      #expect(PageStyle.text.contains(".mv-gap-\(step) {"))
      #expect(PageStyle.text.contains(".mv-pad-\(step) {"))
      #expect(PageStyle.text.contains(".mv-pad-leading-\(step) { padding-inline-start:"))
    }
  }

  @Test func bracesMatch() {
    #expect(PageStyle.text.count { $0 == "{" } == PageStyle.text.count { $0 == "}" })
  }
}
