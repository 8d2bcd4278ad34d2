// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Calls a closure if the store ends after the commit of an action and before the effect that
/// records its result.
///
/// An observer of the commit can end the store, and so can the effect of an earlier middleware.
final class EndProbe: StoreProbe {
  /// Records the action that the store processes, or nil if it is recorded.
  var note: (() -> Void)?
  private var isCommitted = false

  nonisolated init() {}

  // The closure of the action before can be left, if the effect of the middleware was dropped.
  func begin(_ action: ActionSource) { note = nil }

  func enter(_ phase: StorePhase, queued: Int) {
    switch phase {
    case .handling, .reducing: isCommitted = false
    case .selecting, .notifying, .effects: isCommitted = true
    case .idle:
      if exchange(&isCommitted, with: false) { note?() }
      note = nil
    }
  }
}
