// SPDX-License-Identifier: Apache-2.0
// An action of a type that the store does not accept.

import Millrace

@MainActor func send(_ store: Store<AppState, AppAction>) {
  // error: cannot convert value of type 'CounterAction' to expected argument type 'AppAction'
  store.dispatch(CounterAction.increment)
  // error: type 'AppAction' has no member 'increment'
  store.dispatch(.increment)
  // error: type 'CounterAction' has no member 'incremnt'
  store.dispatch(.counter(.incremnt))
  // error: cannot convert value of type 'CounterAction' to expected argument type 'AppAction'
  store.enqueue(CounterAction.increment)
}
