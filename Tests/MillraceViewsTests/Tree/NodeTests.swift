// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct NodeTests {
  @Test func unmountingReachesEverythingOnce() {
    var gone: [String] = []
    let host = ViewHost.shown(
      VStack {
        Text("a").onDisappear { gone.append("a") }
        HStack { Text("b").onDisappear { gone.append("b") } }
          .onDisappear { gone.append("around b") }
      })
    host.close()
    host.close()
    #expect(gone == ["a", "b", "around b"])
  }

  @Test func depthGrowsDownwards() {
    let host = ViewHost.shown(VStack { Text("a") })
    #expect(host.root?.depth == 0)
    #expect(host.nodes(.span)[0].depth == 2)
  }
}
