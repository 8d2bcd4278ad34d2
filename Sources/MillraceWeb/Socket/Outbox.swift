// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Carries what is sent from the main actor to the sockets of one event loop, in batches.
///
/// A text is put in with one lock. The event loop is woken once and takes all that has come by
/// then, so that a change which a thousand pages see wakes it once and not a thousand times.
final class Outbox: Sendable {
  enum Item: Sendable {
    case text(String)
    case close(CloseCode, String)
    /// Ends the connection without a word: its page does not read.
    case cut
    case ping
    /// The main actor has handled what the socket had sent; more may be read.
    case read
  }

  private struct State {
    var items: [(line: SocketLine, item: Item)] = []
    var isScheduled = false
  }

  let loop: any EventLoop
  private let state = Mutex(State())

  init(loop: any EventLoop) { self.loop = loop }

  func put(_ item: Item, for line: SocketLine) {
    let isFirst = state.withLock { state in
      state.items.append((line, item))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { loop.execute { self.deliver() } }
  }

  /// Writes all that has come; each connection is flushed once.
  private func deliver() {
    let items = state.withLock { state in
      defer { state = State() }
      return state.items
    }
    for (line, item) in items { line.handler?.write(item) }
    for (line, _) in items { line.handler?.flush() }
  }
}
