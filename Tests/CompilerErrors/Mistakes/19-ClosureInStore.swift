// SPDX-License-Identifier: Apache-2.0
// A store gets the function of a reducer, or a feature in a closure as in the Composable
// Architecture.

import Millrace
import MillraceTesting

@MainActor func stores() {
  // error: Write the type around the function: reducer: Reducer { state, action in ... }.
  _ = Store(initialState: CounterState()) { (state: inout CounterState, action: CounterAction) in
    state.count += 1
  }
  // error: Write the type around the function: reducer: Reducer { state, action in ... }.
  let store: Store<CounterState, CounterAction> = Store(initialState: CounterState()) { state, _ in
    state.count += 1
  }
  // error: Pass it without a closure: write 'feature: counter', or 'reducer: counter'.
  _ = Store(initialState: CounterState()) { counter }
  _ = store
}

@MainActor func tests() {
  // error: Write the type around the function: reducer: Reducer { state, action in ... }.
  _ = TestStore(initialState: CounterState()) { (state: inout CounterState, _: CounterAction) in
    state.count += 1
  }
  // error: Pass it without a closure: write 'feature: counter', or 'reducer: counter'.
  _ = TestStore(initialState: CounterState()) { counter }
  // error: Write the type around the function: reducer: Reducer { state, action in ... }.
  _ = TestStore<CounterState, CounterAction>(
    initialState: CounterState(), reducer: { state, action in state.count += 1 })
}
