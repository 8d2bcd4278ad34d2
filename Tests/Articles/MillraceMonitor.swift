// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceMonitor.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillraceLink
import MillraceMonitor
import MillraceWeb

@MainActor func example1<State: Sendable, Action: Sendable>(
  store: Store<State, Action>, pages: [Page]
) async throws {
  // block 1
}

@MainActor func example2(monitor: Monitor, pages: [Page]) {
  // block 2
}

@MainActor func example3<State: Sendable, Action: Sendable>(
  store: Store<State, Action>, token: String
) {
  // block 3
}
