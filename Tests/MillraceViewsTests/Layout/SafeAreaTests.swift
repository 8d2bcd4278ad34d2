// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor
struct SafeAreaTests {
  @Test func anInsetIsAfterOrBeforeTheContent() {
    #expect(
      render(Text("a").safeAreaInset(edge: .bottom, alignment: .leading) { Text("b") })
        == "<div class=\"mv-vstack mv-inset\" style=\"gap:0px\"><span>a</span>"
        + "<div class=\"mv-g mv-inset-bottom mv-align-leading\"><span>b</span></div></div>")
    #expect(
      render(Text("a").safeAreaInset(edge: .top, spacing: 8) { Text("b") })
        == "<div class=\"mv-vstack mv-inset\" style=\"gap:8px\">"
        + "<div class=\"mv-g mv-inset-top\"><span>b</span></div><span>a</span></div>")
  }
}

@MainActor
struct SafeAreaRegionsTests {
  @Test func aPageIsSafe() {
    #expect(render(Text("a").ignoresSafeArea(.keyboard, edges: .top)) == "<span>a</span>")
    #expect(render(Text("a").safeAreaPadding(8)) == render(Text("a").padding(8)))
    #expect(render(Text("a").safeAreaPadding(.top)) == render(Text("a").padding(.top)))
  }
}
