// SPDX-License-Identifier: Apache-2.0
// A closure instead of a selector in state-driven effects.

import Millrace

// error: Write the type before the closure: on: StateSelector
let loading = StateEffects<AppState, AppAction>(on: { $0.isBusy }) { isBusy in
  isBusy ? [.effect(id: "load", .just(.load))] : []
}
let loaded = Feature<AppState, AppAction>.combine {
  // error: Write the type before the closure: on: StateSelector
  StateEffects(on: { (app: AppState) in app.isBusy }) { isBusy in
    isBusy ? [.effect(id: "load", .just(.load))] : []
  }
  StateEffects(on: StateSelector { $0.isBusy }) { isBusy in
    isBusy ? [.effect(id: "load", .just(.load))] : []
  }
}
