// SPDX-License-Identifier: Apache-2.0

import Observation

/// What all visitors of the fixture see together.
@MainActor @Observable final class Board {
  var clicks = 0
  var note = ""
}
