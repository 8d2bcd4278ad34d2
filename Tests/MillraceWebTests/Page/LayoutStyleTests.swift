// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct LayoutStyleTests {
  @Test func stacksNeverWrap() {
    #expect(LayoutStyle.text.contains(".mv-hstack { display: flex; flex-flow: row nowrap;"))
  }

  @Test func aGridHasUpToTwelveColumns() {
    #expect(LayoutStyle.text.contains("> :nth-child(12)) { --n: 12; }"))
  }

  @Test func everyColorOfViewsIsAVariable() {
    for name in ["primary", "red", "indigo", "brown", "white", "quaternary"] {
      #expect(LayoutStyle.text.contains(".mv-fg-\(name) { color: var(--mv-\(name)); }"))
      #expect(PageStyle.text.contains("--mv-\(name): "))
    }
  }
}
