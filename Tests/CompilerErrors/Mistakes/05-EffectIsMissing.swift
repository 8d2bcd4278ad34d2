// SPDX-License-Identifier: Apache-2.0
// A feature that returns no effect.

import Millrace

let two = Feature<AppState, AppAction> { state, action in
  // error: cannot convert value of type '()' to closure result type 'Effect<AppAction>'
  state.isBusy = true
}
let three = Feature<AppState, AppAction> { state, action in
  state.isBusy = true
  // error: cannot convert value of type '()' to closure result type 'Effect<AppAction>'
  return
}
