// SPDX-License-Identifier: Apache-2.0
// A feature where a reducer is asked for, and the other way round.

import Millrace

@MainActor func one() -> Store<LoginState, LoginAction> {
  // error: cannot convert value of type 'Feature<LoginState, LoginAction>' to expected argument typ
  Store(initialState: LoginState(), reducer: login)
}
@MainActor func two() {
  // error: generic parameter 'Action' could not be inferred
  // error: cannot convert value of type 'Feature<LoginState, LoginAction>' to expected argument typ
  _ = Store(initialState: LoginState(), reducer: login)
  // error: cannot convert value of type 'Reducer<CounterState, CounterAction>' to expected argument
  // error: generic parameter 'Action' could not be inferred
  _ = Store(initialState: CounterState(), feature: counter)
}
