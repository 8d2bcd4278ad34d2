// SPDX-License-Identifier: Apache-2.0
// `send` and an asynchronous function are called without `await`.

import Millrace

let one = Feature<AppState, AppAction> { state, action in
  // error: expression is 'async' but is not marked with 'await'
  .run { send in send(.load) }
}
let two = Feature<AppState, AppAction> { state, action in
  state.isBusy = true
  return .run { send in
    // error: expression is 'async' but is not marked with 'await'
    let text = download()
    await send(.loaded(text))
  }
}
