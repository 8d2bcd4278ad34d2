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
