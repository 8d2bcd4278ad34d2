// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectNodeTests {
  @Test func itIsTheTokenOfItsSender() {
    let node = EffectNode(key: 7, dispatchID: 1, id: nil, parent: nil, owner: nil)
    let sender = node.sender
    #expect(sender.token === node)
    #expect(sender.token?.key == 7 && sender.dispatchID == 1)
    #expect(sender.token?.isCancelled == false)
    node.cancelSends()
    #expect(sender.token?.isCancelled == true)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func removingFromAListFindsExactlyTheNode(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nodes = (1...30).map {
      EffectNode(key: $0 * 2, dispatchID: 0, id: nil, parent: nil, owner: nil)
    }
    var rest = nodes
    for node in nodes.shuffled(using: &generator).prefix(20) {
      nodes.remove(node)
      rest.removeAll { $0 === node }
      #expect(nodes.map(\.key) == rest.map(\.key), "seed \(seed)")
      // Neither a removed node nor a different node with a key of the list is found.
      nodes.remove(node)
      nodes.remove(EffectNode(key: rest[0].key, dispatchID: 0, id: nil, parent: nil, owner: nil))
      #expect(nodes.count == rest.count, "seed \(seed)")
    }
  }
}
