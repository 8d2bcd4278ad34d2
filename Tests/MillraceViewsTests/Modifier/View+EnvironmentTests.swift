// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct ViewEnvironmentTests {
  @Test func disabledIsInherited() {
    let view = VStack {
      Button("a") {}
      Button("b") {}.disabled(true)
    }
    #expect(render(view.disabled(true)).split(separator: " disabled").count == 3)
    #expect(render(view.disabled(false)).split(separator: " disabled").count == 2)
  }
}
