// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct StackTests {
  @Test func alignmentAndSpacingAreClasses() {
    #expect(render(VStack { Text("a") }) == "<div class=\"mv-vstack\"><span>a</span></div>")
    #expect(render(HStack {}) == "<div class=\"mv-hstack\"></div>")
    #expect(
      render(VStack(alignment: .leading, spacing: 7) {})
        == "<div class=\"mv-vstack mv-align-leading mv-gap-8\"></div>")
    #expect(
      render(HStack(alignment: .top, spacing: 0) {})
        == "<div class=\"mv-hstack mv-align-top mv-gap-0\"></div>")
    #expect(
      render(ZStack(alignment: .bottomTrailing) {})
        == "<div class=\"mv-zstack mv-align-bottomTrailing\"></div>")
  }
}
