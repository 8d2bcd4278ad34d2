// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct EmptyViewTests {
  @Test func itShowsNothing() {
    #expect(render(EmptyView()) == "")
    #expect(ViewHost(EmptyView()).html() == "<div data-n=\"1\" class=\"mv-root\"></div>")
  }
}
