// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct StateProviderCompareTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  private func first<Value>(_ count: Int, of values: AsyncStream<Value>) async -> [Value] {
    var heard: [Value] = []
    for await value in values {
      heard.append(value)
      if heard.count == count { break }
    }
    return heard
  }

  @Test func aComparisonOfOnesOwnDecidesWhatASequenceHas() async {
    let updates = store.updates(on: \.count) { $0 / 10 == $1 / 10 }
    let values = store.distinctValues(on: \.count) { $0 / 10 == $1 / 10 }
    for amount in [5, 5, 5, 10] { store.dispatch(.add(amount)) }
    #expect(await first(2, of: updates) == [10, 25])
    #expect(await first(3, of: values) == [0, 10, 25])
  }

  @Test func distinctValuesBeginWithThePresentOne() async {
    let tens = createSelector(StateSelector(\Ledger.count)) { $0 / 10 }
    let (values, selected) = (store.distinctValues(on: \.count), store.distinctValues(on: tens))
    for amount in [0, 5, 10] { store.dispatch(.add(amount)) }
    #expect(await first(3, of: values) == [0, 5, 15])
    #expect(await first(2, of: selected) == [0, 1])
  }

  @Test func aComparisonOfOnesOwnDecidesWhatABindingSends() {
    let cart = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let line: UInt = #line + 2
    var lines: [UInt] = []
    cart.bind(to: store, on: \.count) {
      .note("\($0)")
    } compare: {
      $0 / 10 == $1 / 10
    }
    let subscription = cart.subscribeToActions { lines.append($0.source.line) }
    for _ in 0..<5 { store.dispatch(.add(5)) }
    #expect(cart.state.notes == ["10", "20"])
    #expect(lines == [line, line])
    subscription.cancel()
  }
}
