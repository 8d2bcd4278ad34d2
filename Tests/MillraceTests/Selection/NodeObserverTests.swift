// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct NodeObserverTests {
  @Test func itDeliversWhatDiffersFromWhatItDeliveredLast() {
    let node = SelectionNode<Int, Int>(identity: .unique(), rank: 0, value: 1)
    var seen: [Int] = []
    let observer = NodeObserver<Int, Void, Int>(node, didChange: !=) { seen.append($0) }
    var counters = StoreCounters()
    #expect(!observer.refresh(0, &counters))
    node.value = 2
    #expect(observer.refresh(0, &counters))
    observer.notify(0)
    #expect(!observer.refresh(0, &counters))
    #expect(seen == [2])
    #expect(!observer.hasFilter)
  }
}
