// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct EdgeTests {
  @Test func paddingIsClasses() {
    #expect(Edge.Set.all.className(length: nil) == "mv-pad-16")
    #expect(Edge.Set.horizontal.className(length: 8) == "mv-pad-leading-8 mv-pad-trailing-8")
    #expect(Edge.Set.top.className(length: 5) == "mv-pad-top-8")
    #expect(Edge.Set().className(length: 5) == "")
  }
}
