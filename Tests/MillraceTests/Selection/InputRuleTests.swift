// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct InputRuleTests {
  @Test func aRuleComparesWithWhatWasUsedLast() {
    let graph = SelectionGraph()
    let input = SelectionNode(identity: .unique(), rank: 0, graph: graph, value: 0)
    let rule = TypedInputRule(input, didChange: { abs($0 - $1) >= 2 })
    input.value = 1
    #expect(!rule.isChanged)
    input.value = 2
    #expect(rule.isChanged)
    rule.remember()
    #expect(!rule.isChanged)
  }
}
