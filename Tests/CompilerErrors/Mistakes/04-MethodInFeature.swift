// SPDX-License-Identifier: Apache-2.0
// A method that the state does not have, and a case that the action does not have.

import Millrace

let one = Feature<AppState, AppAction> { state, action in
  // error: value of type 'AppState' has no member 'bump'
  state.bump()
  return .none
}
let two = Feature<AppState, AppAction> { state, action in
  switch action {
  case .load:
    // error: value of type 'AppState' has no member 'isBsy'
    state.isBsy = true
    return .run { send in await send(.loaded(await download())) }
  case .loaded: return .none
  case .counter, .login: return .none
  }
}
let three = Feature<AppState, AppAction> { state, action in
  switch action {
  // error: type 'AppAction' has no member 'lod'
  case .lod: return .none
  default: return .none
  }
}
