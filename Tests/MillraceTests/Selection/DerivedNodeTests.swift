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
    let pass = SelectionPass()
    let node = DerivedNode<Int, Int>(
      identity: .unique(), gates: [InputGate(input)], pass: pass,
      compute: { input.value * 2 }, areEqual: ==)
    #expect(node.rank == 4)
    var inputs = 0
    node.forEachInput { _ in inputs += 1 }
    #expect(inputs == 1)
    withUnsafePointer(to: 0) { state in
      pass.commit = 1
      #expect(!node.refresh(pass, state))
      pass.commit = 2
      input.value = 5
      input.changedAt = 2
      #expect(node.refresh(pass, state))
      #expect(!node.refresh(pass, state))
    }
    #expect(node.value == 10)
    #expect(pass.selectorsComputed == 1)
  }
}
