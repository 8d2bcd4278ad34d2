// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Lets texts for many pages gather, so that each event loop is woken once for a number of them.
///
/// To wake an event loop costs more than to render a small patch.
final class OutboxGate: Sendable {
  /// For how many pages texts gather before they are sent.
  static let pages = 64

  private struct State {
    var isClosed = false
    var waiting: [Outbox] = []
  }

  private let state = NIOLockedValueBox(State())

  /// From now on texts gather.
  func close() { state.withLockedValue { $0.isClosed = true } }

  /// Sends what has gathered, and from now on all else at once.
  func open() {
    let waiting = state.withLockedValue { state in
      defer { state = State() }
      return state.waiting
    }
    for outbox in waiting { outbox.wake() }
  }

  /// Whether an outbox that has a text must wait; it is woken later then.
  func holds(_ outbox: Outbox) -> Bool {
    state.withLockedValue { state in
      guard state.isClosed else { return false }
      if !state.waiting.contains(where: { $0 === outbox }) { state.waiting.append(outbox) }
      return true
    }
  }
}
