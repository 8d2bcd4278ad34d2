// SPDX-License-Identifier: Apache-2.0

import Millrace

enum CounterAction: Sendable {
  case increment, decrement
}

let reducer = Reducer<Int, CounterAction> { count, action in
  switch action {
  case .increment: count += 1
  case .decrement: count -= 1
  }
}

let store = Store(initialState: 1, reducer: reducer)
store.dispatch(.increment)
print(store.state)
