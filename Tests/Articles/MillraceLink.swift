// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceLink.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillraceLink

@MainActor func example1<State: Sendable, Action: Sendable>(
  store: Store<State, Action>, token: String
) {
  // block 1
}

@MainActor func example2<State: Sendable, Action: Sendable>(
  store: Store<State, Action>, work: () async -> Void
) async {
  // block 2
}
