// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace
import Testing

@MainActor
@Suite struct CounterReducerTests {
  @Test func itCountsUpAndDown() {
    let store = Store(initialState: CounterState(), reducer: .counter)
    store.dispatch(.increment)
    store.dispatch(.increment)
    store.dispatch(.decrement)
    #expect(store.state == CounterState(count: 1))
  }

  @Test func atItsEndsItStays() {
    let top = Store(initialState: CounterState(count: .max), reducer: .counter)
    top.dispatch(.increment)
    #expect(top.state.count == .max)
    let bottom = Store(initialState: CounterState(count: .min), reducer: .counter)
    bottom.dispatch(.decrement)
    #expect(bottom.state.count == .min)
  }
}
