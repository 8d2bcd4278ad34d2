// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct BoxViewTests {
  @Test func itsClassIsUpdated() throws {
    struct Page: View {
      @State private var spacing = 4.0
      var body: some View { VStack(spacing: spacing) { Button("Wider") { spacing = 12 } } }
    }
    let host = ViewHost.shown(Page())
    let box = NodeID(rawValue: 2)
    try host.tap()
    #expect(
      host.flush() == [.setAttribute(box, name: "class", value: "mv-vstack mv-gap-12")])
  }

  @Test(arguments: [(-1.0, 0), (0, 0), (1, 4), (4, 4), (47, 48), (1e300, 48), (.nan, 0)])
  func lengthsAreSteps(length: Double, step: Int) {
    #expect(BoxClass.step(length) == step)
  }
}
