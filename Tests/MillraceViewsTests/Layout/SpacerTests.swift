// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor
struct SpacerTests {
  @Test func spacerAndDivider() {
    let html = render(
      HStack {
        Spacer(minLength: 4)
        Divider()
      })
    #expect(
      html
        == "<div class=\"mv-hstack\">"
        + "<div class=\"mv-spacer\" style=\"flex-basis:4px\"></div><hr></div>"
    )
  }
}

@MainActor
struct DividerTests {
  @Test func itIsALine() {
    #expect(render(Divider()) == "<hr>")
  }
}
