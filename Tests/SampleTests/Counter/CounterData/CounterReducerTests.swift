// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite struct CounterReducerTests {
  @Test func itCountsUpAndDown() async {
    let store = TestStore(initialState: CounterState(), reducer: .counter)
    await store.send(.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
    await store.send(.decrement) { $0.count = 1 }
    await store.finish()
  }

  @Test func atItsEndsItStays() async {
    let top = TestStore(initialState: CounterState(count: .max), reducer: .counter)
    await top.send(.increment)
    let bottom = TestStore(initialState: CounterState(count: .min), reducer: .counter)
    await bottom.send(.decrement)
  }

  @Test func aCounterThatOnlyCountsUpIsNoticed() async {
    let store = TestStore(
      initialState: CounterState(),
      feature: Reducer.counter
        <> Reducer { state, action in if action == .decrement { state.count += 2 } })
    await store.send(.increment) { $0.count = 1 }
    await withKnownIssue {
      await store.send(.decrement) { $0.count = 0 }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix(
        """
        Expected `CounterAction.decrement` to change the state as the step describes, but the new \
        state differs:

            − CounterState(count: 0)
            + CounterState(count: 2)

            (Expected: −, Actual: +)
        """) == true
    }
  }
}
