// SPDX-License-Identifier: Apache-2.0
// What the code of MillraceInstrumentation.md takes as given; see bin/support/articles.py.

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
