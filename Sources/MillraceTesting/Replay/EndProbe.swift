// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Calls a closure if the store ends after the commit of an action and before its effects start.
///
/// An observer of the commit can end the store. Then a middleware's effect for the action, which
/// records its result, does not run.
final class EndProbe: StoreProbe {
  /// Records the action that the store processes, or nil if it is recorded.
  var note: (() -> Void)?
  private var isCommitted = false

  nonisolated init() {}

  // The closure of the action before can be left, if the effect of the middleware was dropped.
  func begin(_ action: ActionSource) { note = nil }

  func enter(_ phase: StorePhase, queued: Int) {
    if phase == .idle {
      if isCommitted { note?() }
      note = nil
    }
    isCommitted = phase == .selecting || phase == .notifying
  }
}
