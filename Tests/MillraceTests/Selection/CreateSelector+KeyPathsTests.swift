// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct CreateSelectorKeyPathsTests {
  /// As functions, the key paths would run for each selector, and equal ones would not be shared.
  @Test func keyPathsAreTakenAsKeyPaths() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let sum = createSelector(\Ledger.count, \.other) { $0 + $1 }
    let product = createSelector(\Ledger.count, \.other) { $0 * $1 }
    let watches = [sum, product].map { store.subscribe(to: $0) { _ in } }
    #expect(store.held.selections == 4)
    store.dispatch(.note("elsewhere"))
    #expect(store.counters.slicesCompared == 2)
    #expect(store.counters.selectorsComputed == 0)
    watches.forEach { $0.cancel() }
  }

  @Test func fromOneToMoreThanFour() {
    let state = Ledger(notes: ["a"], count: 1, other: 2, payload: [3])
    let one = createSelector(\Ledger.count) { "\($0)" }
    let two = createSelector(\Ledger.count, \.other) { "\($0)\($1)" }
    let three = createSelector(\Ledger.count, \.other, \.notes) { "\($0)\($1)\($2)" }
    let four = createSelector(\Ledger.count, \.other, \.notes, \.payload) {
      "\($0)\($1)\($2)\($3)"
    }
    let six = createSelector(
      \Ledger.count, \.other, \.notes, \.payload, \.count, \.payload.count
    ) { "\($0)\($1)\($2)\($3)\($4)\($5)" }
    let all = [one, two, three, four, six]
    for _ in 0..<2 {
      #expect(
        all.map { $0(state) }
          == ["1", "12", #"12["a"]"#, #"12["a"][3]"#, #"12["a"][3]11"#])
    }
    #expect(all.allSatisfy { $0.recomputations == 1 })
  }
}
