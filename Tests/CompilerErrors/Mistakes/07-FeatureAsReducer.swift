// SPDX-License-Identifier: Apache-2.0
// A feature in place of a reducer, and a reducer in place of a feature.

import Millrace

@MainActor func one() -> Store<LoginState, LoginAction> {
  // error: This is a feature: write 'feature:' instead of 'reducer:'.
  Store(initialState: LoginState(), reducer: login)
}
@MainActor func two() {
  // error: This is a feature: write 'feature:' instead of 'reducer:'.
  _ = Store(initialState: LoginState(), reducer: login)
  // error: This is a reducer: write 'reducer:' instead of 'feature:'.
  _ = Store(initialState: CounterState(), feature: counter)
}
