// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct EdgeTests {
  @Test func paddingIsAStyle() {
    #expect(
      Edge.Set.all.padding(nil).text
        == "padding-top:16px;padding-inline-start:16px;padding-bottom:16px;padding-inline-end:16px")
    #expect(
      Edge.Set.horizontal.padding(7).text == "padding-inline-start:7px;padding-inline-end:7px")
    #expect(Edge.Set(.top).padding(-5).text == "padding-top:0px")
    #expect(Edge.Set().padding(5).text == nil)
  }
}
