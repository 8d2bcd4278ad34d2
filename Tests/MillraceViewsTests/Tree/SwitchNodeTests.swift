// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct SwitchNodeTests {
  @Test func theSameKeyUpdatesAndAnotherReplaces() throws {
    let host = ViewHost(EmptyView())
    let root = try #require(host.root)
    let node = SwitchNode(parent: root, scope: root.scope)
    node.show(Text("a"), key: 1)
    let first = node.childNodes.first
    node.show(Text("b"), key: 1)
    #expect(node.childNodes.first === first)
    node.show(Text("c"), key: 2)
    #expect(node.childNodes.first !== first)
    #expect(first?.isMounted == false)
    node.clear()
    #expect(node.childNodes.isEmpty)
  }
}
