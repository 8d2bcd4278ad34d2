// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct AnySelectionNodeTests {
  @Test func itIsIdleWithoutWatchersAndDependents() {
    let node = SelectionNode<Int, Int>(identity: .unique(), rank: 0, value: 0)
    let dependent = SelectionNode<Int, Int>(identity: .unique(), rank: 1, value: 0)
    #expect(node.isIdle)
    node.watchers = [Watcher()]
    #expect(!node.isIdle)
    node.watchers = []
    node.dependents.append(.init(node: dependent))
    #expect(!node.isIdle)
    withExtendedLifetime(dependent) {}
  }

  @Test func aNodeDoesNotOwnThoseWhoDependOnIt() {
    let node = SelectionNode<Int, Int>(identity: .unique(), rank: 0, value: 0)
    var dependent: SelectionNode<Int, Int>? = SelectionNode(
      identity: .unique(), rank: 1, value: 0)
    weak let ghost = dependent
    node.dependents.append(.init(node: dependent!))
    dependent = nil
    #expect(ghost == nil)
    node.dependents = []
  }

  @Test func aPassHandsOutItsCountOnce() {
    let pass = SelectionPass()
    (pass.selectorsComputed, pass.slicesCompared, pass.rowsCompared) = (3, 4, 5)
    var counters = StoreCounters()
    counters.take(pass)
    counters.take(pass)
    #expect(counters.selectorsComputed == 3)
    #expect(counters.slicesCompared == 4)
    #expect(counters.rowsCompared == 5)
  }
}
