// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct NodeObserverTests {
  @Test func itDeliversWhatDiffersFromWhatItDeliveredLast() {
    let graph = SelectionGraph()
    let node = SelectionNode<Int>(
      identity: .unique(), rank: 0, graph: graph, value: 1)
    var seen: [Int] = []
    let observer = NodeObserver<Int>(node, didChange: !=) { seen.append($0) }
    var counters = StoreCounters()
    withUnsafePointer(to: 0) { state in
      #expect(!observer.refresh(state, &counters))
      node.value = 2
      #expect(observer.refresh(state, &counters))
      observer.notify(state)
      #expect(!observer.refresh(state, &counters))
    }
    #expect(seen == [2])
    #expect(!observer.hasFilter)
  }
}
