// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ViewHostSettleTests {
  @Test func nothingDirtyVisitsNothing() {
    let host = ViewHost.shown(VStack { ForEach(0..<1000) { Text("\($0)") } })
    let visits = host.visits
    #expect(host.flush().isEmpty)
    #expect(host.visits == visits)
  }

  @Test func bodiesAreCountedByType() {
    let host = ViewHost(ModelText(model: Model()))
    #expect(host.bodies(ModelText.self) == 1)
    #expect(host.bodyCount == 1)
  }
}
