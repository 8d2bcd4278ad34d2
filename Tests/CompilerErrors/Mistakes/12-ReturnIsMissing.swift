// SPDX-License-Identifier: Apache-2.0
// A feature one of whose cases returns nothing.

import Millrace

let one = Feature<AppState, AppAction> { state, action in
  switch action {
  case .load: state.isBusy = true
  default: return .none
  }
  // error: missing return in closure expected to return 'Effect<AppAction>'
}
