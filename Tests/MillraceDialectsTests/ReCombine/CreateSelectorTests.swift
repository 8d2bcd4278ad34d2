// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct CreateSelectorTests {
  private nonisolated static func sum(_ ledger: Ledger) -> Int { ledger.payload.reduce(0, +) }

  @Test func inputsMayBeFunctionsAndClosures() {
    let names = ["zero", "one", "two"]
    let state = Ledger(notes: ["x"], count: 1, other: 2, payload: [3, 4])
    let one = createSelector(Self.sum) { $0 * 10 }
    let two = createSelector(Self.sum, { @Sendable ledger in ledger.count }) { $0 + $1 }
    let four = createSelector(
      { @Sendable (ledger: Ledger) in names[ledger.count] },
      { @Sendable ledger in ledger.notes },
      { @Sendable ledger -> Double? in ledger.count > 5 ? 1.5 : nil }, Self.sum
    ) { "\($0) \($1) \($2 ?? 0) \($3)" }
    #expect(one(state) == 70)
    #expect(two(state) == 8)
    #expect(four(state) == #"one ["x"] 0.0 7"#)
  }

  @Test func functionsRunAfterEveryCommitAndTheTransformationOnlyForNewValues() {
    let store = LedgerStore(initialState: Ledger(payload: [1]), reducer: .ledger)
    let log = Log()
    let input = { @Sendable (ledger: Ledger) in
      log.append("input")
      return ledger.payload.count
    }
    let select = createSelector(
      input, Self.sum, transformation: { $0 + $1 }, checks: SelectorChecks.off)
    let watch = store.subscribe(to: select) { log.append("\($0)") }
    #expect(select.recomputations == 1)
    log.clear()
    store.dispatch(.note("elsewhere"))
    #expect(log.lines == ["input"])
    #expect(select.recomputations == 1)
    store.dispatch(.write(0))
    #expect(log.lines == ["input", "input", "3"])
    #expect(select.recomputations == 2)
    watch.cancel()
  }

  @Test func aKeyPathAmongFunctionsIsAFunction() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let select = createSelector(Self.sum, \.count) { $0 + $1 }
    let watch = store.subscribe(to: select) { _ in }
    store.dispatch(.note("elsewhere"))
    #expect(store.counters.slicesCompared == 0)
    #expect(store.counters.selectorsComputed == 2)
    watch.cancel()
  }

  @Test func aKeyPathAndASelectorAreMixedAsSelectors() {
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let select = createSelector(double, StateSelector(\.other)) { $0 + $1 }
    #expect(select(Ledger(count: 2, other: 3)) == 7)
  }

  @Test func thereMayBeMoreThanFour() {
    let select = createSelector(
      { @Sendable (ledger: Ledger) in ledger.count }, { @Sendable ledger in ledger.other },
      { @Sendable ledger in ledger.count }, { @Sendable ledger in ledger.other },
      { @Sendable ledger in ledger.count }
    ) { "\($0)\($1)\($2)\($3)\($4)" }
    let ledger = Ledger(count: 1, other: 2)
    for _ in 0..<2 { #expect(select(ledger) == "12121") }
    #expect(select.recomputations == 1)
  }

  @Test func withoutMemoFunctionsRunAtEveryCall() {
    let select = createSelector(Self.sum, transformation: { $0 }, memoized: false)
    _ = select(Ledger())
    _ = select(Ledger())
    #expect(select.recomputations == 2)
  }
}
