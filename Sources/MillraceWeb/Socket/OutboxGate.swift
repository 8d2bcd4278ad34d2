// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Delays texts for many pages, so that each event loop is woken once for a number of pages.
///
/// Waking an event loop costs more than rendering a small patch.
final class OutboxGate: Sendable {
  /// The number of pages whose texts are delayed before they are sent together.
  static let pages = 64

  private struct State {
    var isClosed = false
    var waiting: [Outbox] = []
  }

  private let state = NIOLockedValueBox(State())

  /// Delays texts from now on.
  func close() { state.withLockedValue { $0.isClosed = true } }

  /// Sends the delayed texts, and stops delaying.
  func open() {
    let waiting = state.withLockedValue { state in
      defer { state = State() }
      return state.waiting
    }
    for outbox in waiting { outbox.wake() }
  }

  /// Returns true if an outbox with a text must wait; `open` wakes it then.
  func holds(_ outbox: Outbox) -> Bool {
    state.withLockedValue { state in
      guard state.isClosed else { return false }
      if !state.waiting.contains(where: { $0 === outbox }) { state.waiting.append(outbox) }
      return true
    }
  }
}
