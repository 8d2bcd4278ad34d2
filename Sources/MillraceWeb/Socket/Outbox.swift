// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// Passes output from other threads to the sockets of one event loop, in batches.
///
/// The event loop is woken once for all items that are added before it runs. While a change is sent
/// to many pages, the outbox waits at an `OutboxGate` with their texts. Then the event loop is
/// woken once for each group of pages.
final class Outbox: Sendable {
  enum Item: Sendable {
    case text(String)
    case close(CloseCode, String)
    /// Closes the connection without a close frame, because its page does not read.
    case cut
    case ping
    /// Resumes reading, because the main actor has handled the messages of the socket.
    case read
  }

  private struct State {
    var items: [(line: SocketLine, item: Item)] = []
    var isScheduled = false
  }

  let loop: any EventLoop
  private let openLoop: OpenLoop
  private let gate: OutboxGate
  private let state = NIOLockedValueBox(State())

  init(loop: any EventLoop, gate: OutboxGate = OutboxGate()) {
    self.loop = loop
    openLoop = OpenLoop(loop)
    self.gate = gate
  }

  /// Adds an item for a socket; only a text waits at the gate.
  func put(_ item: Item, for line: SocketLine) {
    let isScheduled = state.withLockedValue { state in
      state.items.append((line, item))
      return state.isScheduled
    }
    if isScheduled { return }
    if case .text = item, gate.holds(self) { return }
    wake()
  }

  /// Wakes the event loop if there are items for which it has not been woken.
  func wake() {
    let isNeeded = state.withLockedValue { state in
      guard !state.items.isEmpty, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    if isNeeded { openLoop.execute { self.deliver() } }
  }

  /// Called when all its sockets are closed: later items are never delivered.
  func close() { openLoop.close() }

  /// Writes all items; each connection is flushed once.
  private func deliver() {
    let items = state.withLockedValue { state in
      defer { state = State() }
      return state.items
    }
    for (line, item) in items {
      if let handler = line.handler { handler.write(item) } else { line.drop(item) }
    }
    for (line, _) in items { line.handler?.flush() }
  }
}
