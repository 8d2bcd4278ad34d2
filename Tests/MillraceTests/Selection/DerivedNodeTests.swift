// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct DerivedNodeTests {
  private let graph = SelectionGraph()

  private func doubled(
    _ input: SelectionNode<Int>, comparison: (any InputComparison)? = nil,
    remembersAlways: Bool = false
  ) -> DerivedNode<Int> {
    DerivedNode(
      identity: .unique(), inputs: [(input, comparison)], remembersAlways: remembersAlways,
      graph: graph, value: { _ in input.value * 2 }
    ) { inputs, node in
      let (old, new) = (node.value, inputs[0] * 2)
      node.replaceValue(new)
      return new != old
    }
  }

  @Test func itComputesOnlyForCommitsInWhichAnInputChanged() {
    let input = SelectionNode<Int>(identity: .unique(), rank: 3, graph: graph, value: 0)
    let node = doubled(input)
    #expect(node.rank == 4)
    var inputs = 0
    node.forEachInput { _ in inputs += 1 }
    #expect(inputs == 1)
    withUnsafePointer(to: 0) { state in
      // This input has been checked in every commit.
      (graph.commit, input.checkedAt) = (1, 1)
      graph.pull(node, state)
      #expect(graph.counters.selectorsComputed == 0)
      (graph.commit, input.checkedAt) = (2, 2)
      (input.value, input.changedAt) = (5, 2)
      graph.pull(node, state)
      #expect((node.value, node.changedAt) == (10, 2))
      (graph.commit, input.checkedAt) = (3, 3)
      graph.pull(node, state)
    }
    #expect((node.value, node.changedAt) == (10, 2))
    #expect(graph.counters.selectorsComputed == 1)
  }

  @Test func anInputWithARuleCountsAsChangedWhenTheRuleSaysSo() {
    let input = SelectionNode<Int>(identity: .unique(), rank: 0, graph: graph, value: 0)
    let comparison = TypedInputComparison(input, didChange: { abs($0 - $1) >= 2 })
    let node = doubled(input, comparison: comparison)
    withUnsafePointer(to: 0) { state in
      graph.commit = 1
      (input.value, input.changedAt) = (1, 1)
      #expect(!node.refresh(state, in: graph))
      graph.commit = 2
      (input.value, input.changedAt) = (2, 2)
      #expect(node.refresh(state, in: graph))
      #expect(!node.refresh(state, in: graph))
    }
    #expect(node.value == 4)
  }

  @Test func aNodeCanCompareWithTheValueOfTheLastRefresh() {
    let input = SelectionNode<Int>(identity: .unique(), rank: 0, graph: graph, value: 0)
    let comparison = TypedInputComparison(input, didChange: { abs($0 - $1) >= 2 })
    let node = doubled(input, comparison: comparison, remembersAlways: true)
    withUnsafePointer(to: 0) { state in
      for value in 1...3 {
        input.value = value
        #expect(!node.refresh(state, in: graph))
      }
      input.value = 5
      #expect(node.refresh(state, in: graph))
    }
    #expect(node.value == 10)
  }
}
