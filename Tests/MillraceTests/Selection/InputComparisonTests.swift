// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct InputComparisonTests {
  @Test func aComparisonUsesTheValueOfTheLastComputation() {
    let graph = SelectionGraph()
    let input = SelectionNode(identity: .unique(), rank: 0, graph: graph, value: 0)
    let comparison = TypedInputComparison(input, didChange: { abs($0 - $1) >= 2 })
    input.value = 1
    #expect(!comparison.isChanged)
    input.value = 2
    #expect(comparison.isChanged)
    comparison.remember()
    #expect(!comparison.isChanged)
  }
}
