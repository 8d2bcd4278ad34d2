// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct DerivedNodeTests {
  @Test func itComputesOnlyForCommitsInWhichAnInputChanged() {
    let graph = SelectionGraph()
    let input = SelectionNode<Int>(identity: .unique(), rank: 3, graph: graph, value: 0)
    let node = withUnsafePointer(to: 0) { state in
      DerivedNode<Int>(
        identity: .unique(), gates: [InputGate(input)], graph: graph, state: state,
        compute: { _ in input.value * 2 }, areEqual: ==)
    }
    #expect(node.rank == 4)
    var inputs = 0
    node.forEachInput { _ in inputs += 1 }
    #expect(inputs == 1)
    withUnsafePointer(to: 0) { state in
      graph.pass.commit = 1
      #expect(!node.refresh(state))
      graph.pass.commit = 2
      input.value = 5
      input.changedAt = 2
      #expect(node.refresh(state))
      #expect(!node.refresh(state))
    }
    #expect(node.value == 10)
    #expect(graph.pass.selectorsComputed == 1)
  }
}
