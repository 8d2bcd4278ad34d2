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
}
