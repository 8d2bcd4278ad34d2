// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceInstrumentation.md needs; see bin/support/articles.py.

import Logging
import Millrace
import MillraceInstrumentation

struct AppState: Sendable {}

enum AppAction: Sendable {
  case reset
}

@MainActor func example1(app: Feature<AppState, AppAction>) {
  // block 1
}
