// SPDX-License-Identifier: Apache-2.0

import Synchronization
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

  @Test func whatIsForgottenMayCallTheRecipe() {
    let log = Log()
    let memos = Mutex<[SelectorMemo<Ledger, Farewell?, Int>]>([])
    let memo = SelectorMemo<Ledger, Farewell?, Int>(
      StateSelector(\.count), count: RecomputationCount())
    memos.withLock { $0 = [memo] }
    _ = memo.output(for: Ledger(count: 1)) { _ in
      Farewell {
        let memo = memos.withLock { $0[0] }
        _ = memo.output(for: Ledger(count: 3)) { count in
          log.append("\(count)")
          return nil
        }
      }
    }
    _ = memo.output(for: Ledger(count: 2)) { _ in nil }
    #expect(log.lines == ["3"])
    memos.withLock { $0 = [] }
  }
}
