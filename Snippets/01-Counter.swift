// SPDX-License-Identifier: Apache-2.0

// A counter: state, actions, a reducer, a store, and an observer.

import Millrace

struct CounterState: Equatable, Sendable {
  var count = 0
}

enum CounterAction: Sendable {
  case increment
  case decrement
  case reset(to: Int)
}

struct NegativeCount: Error {}

let reducer = Reducer<CounterState, CounterAction> { state, action throws in
  switch action {
  case .increment: state.count += 1
  case .decrement: state.count -= 1
  case .reset(let count): state.count = count
  }
  if state.count < 0 { throw NegativeCount() }
}

let store = Store(initialState: CounterState(), reducer: reducer)
store.onRejection = { print("rejected", $0.dispatched.action) }

// Observe one field. The closure is called after each commit that changes it, before `dispatch`
// returns.
let subscription = store.subscribe(to: \.count) { print("count is", $0) }

store.dispatch(.increment)
store.dispatch(.increment)

// If a reducer throws, the state does not change.
do {
  try store.dispatch(.reset(to: -5)).get()
} catch {
  print("still", store.state.count)
}

// In a batch, observers are called once, after the last action.
store.batch {
  for _ in 0..<10 { store.dispatch(.increment) }
  store.dispatch(.decrement)
}

// A subscription ends when it is cancelled or released.
subscription.cancel()
store.dispatch(.increment)
print("finally", store.state.count)

// Prints:
// count is 1
// count is 2
// rejected reset(to: -5)
// still 2
// count is 11
// finally 12
