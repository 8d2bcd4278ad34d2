// SPDX-License-Identifier: Apache-2.0
// A misspelled property of the state in a lift.

import Millrace

// error: cannot convert value of type 'KeyPath<AppState, Value>' to expected argument type 'Writabl
// error: value of type 'AppState' has no member 'logn'
let app: Feature<AppState, AppAction> = login.lift(action: \.login, state: \.logn)
let list = Feature<AppState, AppAction>.combine {
  // error: cannot convert value of type 'KeyPath<AppState, Value>' to expected argument type 'Writa
  // error: value of type 'AppState' has no member 'conter'
  counter.lift(action: \.counter, state: \.conter)
  login.lift(action: \.login, state: \.login)
}
// error: generic parameter 'GlobalState' could not be inferred
// error: cannot convert value of type 'KeyPath<AppState, Value>' to expected argument type 'Writabl
// error: value of type 'AppState' has no member 'conter'
let rooted = counter.lift(action: AppAction.casePaths.counter, state: \AppState.conter)
