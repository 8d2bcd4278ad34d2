// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StateProviderUpdatesTests {
  private func first<Value>(_ count: Int, of values: AsyncStream<Value>) async -> [Value] {
    var heard: [Value] = []
    for await value in values {
      heard.append(value)
      if heard.count == count { break }
    }
    return heard
  }

  @Test func updatesLeaveOutThePresentValueAndRepetitions() async {
    let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)
    let updates = store.updates(on: \.count)
    for amount in [1, 0, 2] { store.dispatch(.add(amount)) }
    store.dispatch(.setOther(1))
    store.dispatch(.add(1))
    #expect(await first(3, of: updates) == [2, 4, 5])
  }

  @Test func aSelectorSaysItselfWhatCountsAsAChange() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let tens = createSelector(StateSelector(\Ledger.count)) { $0 / 10 }
    let updates = store.updates(on: tens)
    let values = store.values(of: tens)
    for amount in [5, 5, 5, 10] { store.dispatch(.add(amount)) }
    #expect(await first(2, of: updates) == [1, 2])
    #expect(await first(3, of: values) == [0, 1, 2])
  }

  @Test func anUpdateSaysWhatTheStoreSays() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var pairs: [[Int]] = []
    let subscription = store.subscribe(to: \.count) { [unowned store] in
      pairs.append([$0, store.count])
    }
    store.dispatch(.add(2))
    #expect(pairs == [[2, 2]])
    subscription.cancel()
  }

  @Test func aStreamEndsWithItsStoreAndDoesNotKeepIt() async {
    var store: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let kept = Weak(store)
    let updates = store?.updates(on: \.count)
    store?.dispatch(.add(1))
    store = nil
    #expect(kept.object == nil)
    var heard: [Int] = []
    if let updates { for await value in updates { heard.append(value) } }
    #expect(heard == [1])
  }

  /// Even if no bit of the property has changed.
  @Test func aComparisonThatFindsNothingEqualGetsAValueForEveryCommit() {
    let store = LedgerStore(
      initialState: Ledger(notes: ["a note"], payload: [1]), reducer: .ledger)
    var heard: [String] = []
    let all = [
      store.subscribe(to: StateSelector(\.other, didChange: { _, _ in true })) { _ in
        heard.append("other")
      },
      store.subscribe(to: StateSelector(\.notes, didChange: { _, _ in true })) { _ in
        heard.append("notes")
      },
    ]
    store.dispatch(.add(1))
    store.dispatch(.write(0))
    #expect(heard == ["other", "notes", "other", "notes"])
    all.forEach { $0.cancel() }
  }
}
