// SPDX-License-Identifier: Apache-2.0
// An effect sends the action of another feature.

import Millrace

let one = Feature<AppState, AppAction> { state, action in
  // error: type 'AppAction' has no member 'increment'
  .run { send in await send(.increment) }
}
let two = Feature<AppState, AppAction> { state, action in
  // error: cannot convert value of type 'CounterAction' to expected argument type 'AppAction'
  .just(CounterAction.increment)
}
let three = Feature<AppState, AppAction> { state, action in
  state.isBusy = true
  // error: cannot convert value of type 'CounterAction' to closure result type 'AppAction'
  return .task { CounterAction.set(3) }
}
let four = Feature<AppState, AppAction> { state, action in
  state.isBusy = true
  return .run { send in
    let text = await download()
    // error: type 'AppAction' has no member 'loadd'
    await send(.loadd(text))
  }
}
