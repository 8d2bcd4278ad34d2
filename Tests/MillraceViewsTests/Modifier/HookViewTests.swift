// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct HookViewTests {
  @Test func aHookMakesNoElement() {
    let html = render(
      List { Text("a").onAppear {}.task {}.onChange(of: 1) {}.navigationTitle("t") })
    #expect(html == "<ul class=\"mv-list mv-x\"><li><span>a</span></li></ul>")
  }
}
