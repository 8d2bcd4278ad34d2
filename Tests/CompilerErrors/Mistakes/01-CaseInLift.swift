// SPDX-License-Identifier: Apache-2.0
// A misspelled case in a lift. The message contains the misspelled name.

import Millrace

// error: value of type 'AppAction.CasePaths' has no member 'logn'
let app: Feature<AppState, AppAction> = login.lift(action: \.logn, state: \.login)
let list = Feature<AppState, AppAction>.combine {
  // error: value of type 'AppAction.CasePaths' has no member 'conter'
  counter.lift(action: \.conter, state: \.counter)
  login.lift(action: \.login, state: \.login)
}
let joined = Feature<AppState, AppAction>.combine(
  // error: value of type 'AppAction.CasePaths' has no member 'conter'
  counter.lift(action: \.conter, state: \.counter),
  login.lift(action: \.login, state: \.login))
// error: value of type 'AppAction.CasePaths' has no member 'conter'
let small: Feature<AppState, AppAction> = counter.lift(action: \.conter, state: \.counter)
