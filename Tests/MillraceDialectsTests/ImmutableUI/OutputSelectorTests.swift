// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@Suite struct OutputSelectorTests {
  private let ledger = Ledger(notes: ["a", "b"], count: 3)

  @Test func aKeyPathReadsItsValueAndComparesIt() {
    let output = OutputSelector(\Ledger.notes)
    #expect(output.select(ledger) == ["a", "b"])
    #expect(output.didChange(["a"], ["b"]))
    #expect(!output.didChange(["a"], ["a"]))
  }

  @Test func aFunctionWithoutARuleComparesByEquality() {
    let output = OutputSelector { (state: Ledger) in state.count * 2 }
    #expect(output.select(ledger) == 6)
    #expect(output.didChange(6, 8))
    #expect(!output.didChange(6, 6))
  }

  @MainActor
  @Test func aRuleComparesWithWhatWasDeliveredLast() {
    let byTwo = OutputSelector(
      select: { (state: Ledger) in state.count }, didChange: { old, new in new >= old + 2 })
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var heard: [Int] = []
    let selector = StateSelector(outputSelector: byTwo)
    let subscription = store.subscribe(to: selector) { heard.append($0) }
    for _ in 0..<6 { store.dispatch(.add(1)) }
    #expect(heard == [2, 4, 6])
    store.dispatch(.add(-5))
    #expect(heard == [2, 4, 6])
    subscription.cancel()
  }
}
