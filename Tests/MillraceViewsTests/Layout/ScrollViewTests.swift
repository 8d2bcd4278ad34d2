// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor struct ScrollViewTests {
  @Test func itIsReachedWithTheKeyboard() {
    #expect(
      render(ScrollView { Text("a") })
        == "<div class=\"mv-scroll mv-x mv-y mv-scroll-y\" tabindex=\"0\"><span>a</span></div>")
    #expect(
      render(ScrollView([.horizontal, .vertical], showsIndicators: false) {})
        == "<div class=\"mv-scroll mv-x mv-y mv-scroll-x mv-scroll-y mv-no-bars\" tabindex=\"0\">"
        + "</div>")
  }
}
