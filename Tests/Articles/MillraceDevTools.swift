// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceDevTools.md needs; see bin/support/articles.py.

import Millrace
import MillraceDevTools

@MainActor func example1<State: Sendable, Action: Sendable>(store: Store<State, Action>) {
  // block 1
}
