// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct SelectorMemoTests {
  @Test func itRemembersOneCallAndStopsComparingAtTheFirstChange() {
    let log = Log()
    func input(_ name: String, _ keyPath: KeyPath<Ledger, Int> & Sendable)
      -> StateSelector<Ledger, Int>
    {
      StateSelector(
        keyPath,
        didChange: { old, new in
          log.append(name)
          return old != new
        })
    }
    let memo = SelectorMemo<Ledger, Int, Int, Int>(
      input("count", \.count), input("other", \.other), count: RecomputationCount())
    #expect(memo.output(for: Ledger(count: 1, other: 2), +) == 3)
    #expect(log.lines.isEmpty)
    #expect(memo.output(for: Ledger(count: 1, other: 2), +) == 3)
    #expect(log.lines == ["count", "other"])
    log.clear()
    #expect(memo.output(for: Ledger(count: 5, other: 2), +) == 7)
    #expect(log.lines == ["count"])
  }

  @Test func withoutInputsItComputesOnce() {
    let count = RecomputationCount()
    let memo = SelectorMemo<Ledger, Int>(count: count)
    #expect(memo.output(for: Ledger(), { 7 }) == 7)
    #expect(memo.output(for: Ledger(count: 1), { 7 }) == 7)
    #expect(count.value.load(ordering: .relaxed) == 1)
  }
}
