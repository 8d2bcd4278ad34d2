// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@MainActor
@Suite struct InputGateTests {
  private let graph = SelectionGraph()
  private let input: SelectionNode<Int>

  init() {
    input = SelectionNode(identity: .unique(), rank: 0, graph: graph, value: 0)
  }

  @Test func aPlainGateAsksTheNodeWhenItChanged() {
    let gate = InputGate(input)
    input.changedAt = 3
    #expect(gate.isChanged(since: 2))
    #expect(!gate.isChanged(since: 3))
  }

  @Test func aGateWithARuleComparesWithWhatWasUsedLast() {
    let gate = RuledGate(input, didChange: { abs($0 - $1) >= 2 })
    input.value = 1
    #expect(!gate.isChanged(since: 0))
    input.value = 2
    #expect(gate.isChanged(since: 0))
    gate.remember()
    #expect(!gate.isChanged(since: 0))
  }
}
