// SPDX-License-Identifier: Apache-2.0

import Observation

/// The state that all visitors of the fixture share.
@MainActor @Observable final class Board {
  var clicks = 0
  var note = ""
}
