// SPDX-License-Identifier: Apache-2.0
// A feature in which one case of a `switch` has no `return`.

import Millrace

let one = Feature<AppState, AppAction> { state, action in
  switch action {
  case .load: state.isBusy = true
  default: return .none
  }
  // error: missing return in closure expected to return 'Effect<AppAction>'
}
