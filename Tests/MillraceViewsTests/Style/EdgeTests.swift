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
    #expect(Edge.Set.vertical.padding(-5).text == "margin-top:-5px;margin-bottom:-5px")
    #expect(
      EdgeInsets(top: 1, leading: -2, bottom: 3, trailing: -4).padding().text
        == "padding-top:1px;margin-inline-start:-2px;padding-bottom:3px;margin-inline-end:-4px")
    #expect(Edge.Set().padding(5).text == nil)
  }
}
