// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct RootNodeTests {
  @Test func dialogsComeAfterTheContent() {
    let host = ViewHost.shown(
      List { Text("row").alert("Sure?", isPresented: .constant(true)) {} })
    #expect(host.root?.sent.map(\.tag) == [.ul, .dialog])
    #expect(host.root?.id == NodeID(rawValue: 1))
  }

  @Test func everyElementIsFound() {
    let host = ViewHost.shown(VStack { Text("a") })
    #expect(host.root?.element(NodeID(rawValue: 3)) != nil)
    #expect(host.root?.element(NodeID(rawValue: 4)) == nil)
  }
}
