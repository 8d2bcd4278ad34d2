// SPDX-License-Identifier: Apache-2.0
// What the code of MillraceLink.md takes as given; see bin/support/articles.py.

import Foundation
import Millrace
import MillraceLink

@MainActor func example1<State: Sendable, Action: Sendable>(
  store: Store<State, Action>, token: String
) {
  // block 1
}
