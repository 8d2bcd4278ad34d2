// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StateProviderValuesTests {
  @Test func valuesBeginWithThePresentOneAndSkipEqualOnes() async {
    let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)
    let values = store.values(of: \.count)
    for amount in [1, 0, 0, 2] { store.dispatch(.add(amount)) }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 4 { break }
    }
    #expect(seen == [1, 2, 4])
  }

  @Test func aSlowReaderMayAskForTheNewestOnly() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let values = store.values(of: \.count, bufferingPolicy: .bufferingNewest(1))
    for _ in 0..<100 { store.dispatch(.add(1)) }
    for await value in values {
      #expect(value == 100)
      break
    }
  }

  @Test func aReaderThatGoesAwayIsUnsubscribed() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let reader = Task { for await _ in store.values(of: \.count) {} }
    reader.cancel()
    await reader.value
    // The cancellation is a task on the main actor, and this task runs after it.
    await Task { @MainActor in }.value
    store.dispatch(.add(1))
    #expect(store.counters.observersCalled == 0)
  }
}
