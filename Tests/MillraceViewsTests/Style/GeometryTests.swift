// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

struct GeometryTests {
  @Test func insetsBeginAtZero() {
    #expect(EdgeInsets() == EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
    #expect(EdgeInsets(all: 2).padding(.top).text == "padding-top:2px")
    #expect(UnitPoint.topTrailing.css == "100% 0%")
    #expect(Axis.Set.horizontal != .vertical)
  }
}

@MainActor
struct EdgeInsetsTests {
  @Test func eachSideHasItsOwn() {
    #expect(
      EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4).padding().text
        == "padding-top:1px;padding-inline-start:2px;padding-bottom:3px;padding-inline-end:4px")
  }
}

@MainActor
struct UnitPointTests {
  @Test func itIsAPartOfTheRoom() {
    #expect(UnitPoint.center.css == "50% 50%" && UnitPoint(x: 0.25, y: 2).css == "25% 200%")
  }
}
