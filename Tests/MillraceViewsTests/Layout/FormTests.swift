// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct FormTests {
  @Test func itIsAForm() {
    #expect(render(Form { Text("a") }) == "<form class=\"mv-form mv-x\"><span>a</span></form>")
  }
}
