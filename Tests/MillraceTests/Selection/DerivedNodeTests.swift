// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct DerivedNodeTests {
  private final class Input: SelectionNode<Int, Int> {
    init() { super.init(identity: .unique(), rank: 3, value: 0) }
  }

  @Test func itComputesOnlyInPassesInWhichAnInputChanged() {
    let input = Input()
    let node = DerivedNode<Int, Int>(
      identity: .unique(), gates: [InputGate(input)], compute: { input.value * 2 }, areEqual: ==)
    #expect(node.rank == 4)
    #expect(node.inputs.count == 1)
    let pass = SelectionPass()
    pass.number = 1
    #expect(!node.refresh(pass, 0))
    input.value = 5
    input.changedPass = 1
    #expect(node.refresh(pass, 0))
    #expect(node.value == 10)
    #expect(pass.selectorsComputed == 1)
  }

  @Test func aGateWithARuleComparesWithWhatWasUsedLast() {
    let input = Input()
    let gate = RuledGate(input, didChange: { abs($0 - $1) >= 2 })
    let pass = SelectionPass()
    input.value = 1
    #expect(!gate.isChanged(pass))
    input.value = 2
    #expect(gate.isChanged(pass))
    gate.remember()
    #expect(!gate.isChanged(pass))
  }
}
