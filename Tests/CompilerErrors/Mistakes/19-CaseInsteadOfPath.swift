// SPDX-License-Identifier: Apache-2.0
// The lift of a child gets the case, as a projection does, instead of the path of the case.

import Millrace

struct Page: Sendable {
  var counter: CounterState?
}

// error: 'lift(action:state:)' is unavailable: Write the path of the case: action: \.counter.
let app: Feature<AppState, AppAction> = counter.lift(action: AppAction.counter, state: \.counter)
let both = Feature<AppState, AppAction>.combine {
  // error: 'lift(action:state:)' is unavailable: Write the path of the case: action: \.counter.
  login.lift(action: AppAction.login, state: \.login)
  counter.lift(action: \.counter, state: \.counter)
}
let page = Feature<Page, AppAction>.combine {
  // error: 'ifLet(action:state:)' is unavailable: Write the path of the case: action: \.detail.
  counter.ifLet(action: AppAction.counter, state: \.counter)
  counter.ifLet(action: \.counter, state: \.counter)
}
