// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@Suite struct DependencySelectorTests {
  private let ledger = Ledger(notes: ["a", "b"], count: 3)

  @Test func aKeyPathReadsItsSliceAndComparesIt() {
    let dependency = DependencySelector(\Ledger.count)
    #expect(dependency.select(ledger) == 3)
    #expect(dependency.didChange(3, 4))
    #expect(!dependency.didChange(3, 3))
  }

  @Test func aFunctionWithoutARuleComparesByEquality() {
    let dependency = DependencySelector { (state: Ledger) in state.notes.count }
    #expect(dependency.select(ledger) == 2)
    #expect(dependency.didChange(2, 3))
    #expect(!dependency.didChange(2, 2))
  }

  @Test func aRuleOfItsOwnGetsTheOldValueFirst() {
    let growing = DependencySelector(
      select: { (state: Ledger) in state.count }, didChange: { old, new in new > old })
    #expect(growing.didChange(1, 2))
    #expect(!growing.didChange(2, 1))
    #expect(!growing.didChange(2, 2))
  }

  @Test func aValueThatCannotBeComparedNeedsARule() {
    struct Opaque { var number: Int }
    let dependency = DependencySelector(
      select: { (state: Ledger) in Opaque(number: state.count) },
      didChange: { $0.number != $1.number })
    #expect(dependency.didChange(Opaque(number: 1), dependency.select(ledger)))
  }
}
