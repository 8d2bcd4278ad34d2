// SPDX-License-Identifier: Apache-2.0
// An effect captures an object that is not Sendable, and the state itself.

import Millrace

@MainActor func make(_ session: Session) -> Feature<AppState, AppAction> {
  Feature { state, action in
    // error: capture of 'session' with non-Sendable type 'Session' in a '@Sendable' closure
    .run { send in await send(.loaded(session.user)) }
  }
}
let two = Feature<AppState, AppAction> { state, action in
  // error: mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing co
  .run { send in await send(.loaded(state.login.name)) }
}
