// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

struct InlineStyleTests {
  @Test(
    arguments: [
      (0.0, "0"), (-0.25, "-0.25"), (7, "7"), (1.0 / 3, "0.333"), (1e300, "1000000"),
      (.nan, "0"), (-1.5, "-1.5"), (0.05, "0.05"), (-.infinity, "0"),
    ])
  func numbersAreShortAndFinite(value: Double, text: String) {
    #expect(InlineStyle.number(CGFloat(value)) == text)
  }

  @Test func theLastValueOfAPropertyCounts() {
    var style = InlineStyle()
    #expect(style.text == nil)
    style.set(.width, CGFloat(4))
    style.set(.gap, CGFloat?.none)
    style.set(.width, CGFloat.infinity)
    #expect(style.text == "width:100%" && style.points(.width) == nil)
    #expect(style.with(.height, "3px").points(.height) == 3)
  }
}
