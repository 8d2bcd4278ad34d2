// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct AlignmentTests {
  @Test func theUsualOneHasNoClass() {
    #expect(BoxClass.alignment(HorizontalAlignment.center.name) == "")
    #expect(
      BoxClass.alignment(VerticalAlignment.firstTextBaseline.name)
        == " mv-align-firstTextBaseline")
    #expect(BoxClass.alignment(Alignment.top.name) == " mv-align-top")
  }
}
