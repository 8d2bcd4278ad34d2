// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct UpdateQueueTests {
  @Test func outerNodesComeFirstAndThenOlderOnes() throws {
    let host = ViewHost(EmptyView())
    let root = try #require(host.root)
    let first = TrackedNode(parent: root, scope: root.scope)
    let second = TrackedNode(parent: root, scope: root.scope)
    let inner = TrackedNode(parent: first, scope: root.scope)
    var queue = UpdateQueue()
    for node in [inner, second, first] { queue.add(node) }
    #expect(queue.hasWork)
    let taken = queue.takeNodes()
    #expect(
      taken.map { ObjectIdentifier($0) } == [first, second, inner].map { ObjectIdentifier($0) })
    #expect(!queue.hasWork)
  }

  @Test func actionsAreTakenOnceInOrder() {
    var queue = UpdateQueue()
    var lines: [Int] = []
    queue.add(action: { lines.append(1) })
    queue.add(action: { lines.append(2) })
    queue.add(appearance: { lines.append(3) })
    for action in queue.takeActions() { action() }
    for action in queue.takeAppearances() { action() }
    #expect(lines == [1, 2, 3])
    #expect(queue.takeActions().isEmpty && queue.takeAppearances().isEmpty)
  }
}
