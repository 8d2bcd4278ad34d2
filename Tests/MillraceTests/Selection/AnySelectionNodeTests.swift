// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct AnySelectionNodeTests {
  @Test func itIsUnusedWithoutWatchersAndDependents() {
    let node = SelectionNode<Int, Int>(identity: .unique(), rank: 0, value: 0)
    let dependent = SelectionNode<Int, Int>(identity: .unique(), rank: 1, value: 0)
    #expect(node.isUnused)
    node.watchers = [1]
    #expect(!node.isUnused)
    node.watchers = []
    node.dependents.append(.init(node: dependent))
    #expect(!node.isUnused)
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
    pass.selectorsComputed = 3
    #expect(pass.takeComputed() == 3)
    #expect(pass.takeComputed() == 0)
  }
}
