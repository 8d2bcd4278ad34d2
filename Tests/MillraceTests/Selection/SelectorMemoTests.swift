// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@Suite struct SelectorMemoTests {
  private func memo<Output>(
    _ inputs: StateSelector<Ledger, Int>..., count: RecomputationCount = RecomputationCount()
  ) -> SelectorMemo<Output> {
    SelectorMemo(inputs.map { TypedInput($0) }, count: count)
  }

  @Test func afterTheGreatestNumberOfComputationsItGoesOn() {
    let count = RecomputationCount()
    let memo: SelectorMemo<Int> = memo(StateSelector(\.count), count: count)
    count.value.store(.max, ordering: .relaxed)
    #expect(memo.output(Ledger(count: 3)) { $0[0] } == 3)
    #expect(count.value.load(ordering: .relaxed) == .min)
  }

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
    let memo: SelectorMemo<Int> = memo(input("count", \.count), input("other", \.other))
    func sum(_ state: Ledger) -> Int { memo.output(state) { $0[0] + $0[1] } }
    #expect(sum(Ledger(count: 1, other: 2)) == 3)
    #expect(log.lines.isEmpty)
    #expect(sum(Ledger(count: 1, other: 2)) == 3)
    #expect(log.lines == ["count", "other"])
    log.clear()
    #expect(sum(Ledger(count: 5, other: 2)) == 7)
    #expect(log.lines == ["count"])
    log.clear()
    #expect(sum(Ledger(count: 5, other: 4)) == 9)
    #expect(log.lines == ["count", "other"])
  }

  @Test func anInputIsReadOnceInACall() {
    let log = Log()
    func input(_ keyPath: KeyPath<Ledger, Int> & Sendable) -> StateSelector<Ledger, Int> {
      StateSelector { state in
        log.append("read")
        return state[keyPath: keyPath]
      }
    }
    let memo: SelectorMemo<Int> = memo(input(\.count), input(\.other), input(\.count))
    for state in [Ledger(), Ledger(), Ledger(other: 1), Ledger(count: 1, other: 1)] {
      log.clear()
      let sum = memo.output(state) { $0[0] + $0[1] + $0[2] as Int }
      #expect(sum == state.count * 2 + state.other)
      #expect(log.lines.count == 3)
    }
  }

  /// The memory of a chain grows with its length, not with the square of it.
  @Test func itListsOnlyTheMemosThatItUsesDirectly() {
    var last = createSelector(\Ledger.count) { $0 + 1 }
    for _ in 0..<100 { last = createSelector(last) { $0 + 1 } }
    let top: SelectorMemo<Int> = memo(last, StateSelector(\.other))
    #expect(top.inputMemos.count == 1)
    #expect(!top.isDiamond)
    #expect(top.output(Ledger(count: 1)) { $0[0] + $0[1] } == 102)
  }

  @Test func aDiamondIsFoundAtAnyDepth() {
    let base = createSelector(\Ledger.count) { $0 + 1 }
    func chain(on selector: StateSelector<Ledger, Int>) -> StateSelector<Ledger, Int> {
      (0..<10).reduce(selector) { last, _ in createSelector(last) { $0 + 1 } }
    }
    let (left, right) = (chain(on: base), chain(on: base))
    let other = chain(on: createSelector(\Ledger.count) { $0 + 1 })
    let (diamond, fork): (SelectorMemo<Int>, SelectorMemo<Int>) = (
      memo(left, right), memo(left, other)
    )
    #expect(diamond.isDiamond)
    #expect(!fork.isDiamond)
    // A diamond inside one input is the matter of that input.
    let inner = createSelector(left, right) { $0 + $1 }
    let above: SelectorMemo<Int> = memo(inner)
    let beside: SelectorMemo<Int> = memo(inner, other)
    #expect(!above.isDiamond && !beside.isDiamond)
  }

  @MainActor
  @Test func aChainOfAThousandSelectorsIsComputed() {
    var last = createSelector(\Ledger.count) { $0 + 1 }
    for _ in 1..<1_000 { last = createSelector(last) { $0 + 1 } }
    #expect(last(Ledger(count: 5)) == 1_005)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: last) { seen.append($0) }
    store.dispatch(.add(1))
    #expect(seen == [1_001])
    subscription.cancel()
  }

  @Test func withoutInputsItComputesOnce() {
    let count = RecomputationCount()
    let memo: SelectorMemo<Int> = memo(count: count)
    #expect(memo.output(Ledger()) { _ in 7 } == 7)
    #expect(memo.output(Ledger(count: 1)) { _ in 7 } == 7)
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  @Test func whatIsForgottenMayCallTheSelector() {
    let log = Log()
    let memos = Mutex<[SelectorMemo<Farewell?>]>([])
    let memo: SelectorMemo<Farewell?> = memo(StateSelector(\.count))
    memos.withLock { $0 = [memo] }
    _ = memo.output(Ledger(count: 1)) { _ in
      Farewell {
        let memo = memos.withLock { $0[0] }
        _ = memo.output(Ledger(count: 3)) { values in
          log.append("\(values[0] as Int)")
          return nil
        }
      }
    }
    _ = memo.output(Ledger(count: 2)) { _ in nil }
    #expect(log.lines == ["3"])
    memos.withLock { $0 = [] }
  }
}

extension SelectorMemo {
  fileprivate func output(
    _ state: Ledger, _ compute: (InputValues) -> Output
  ) -> Output {
    withUnsafePointer(to: state) { entry($0, nil, compute).value }
  }
}
