// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where changes of observable objects are noted for a host, from any thread.
///
/// A change may be reported on any thread, in a synchronous function, and no thread belongs to the
/// main actor on every platform. So a report only leaves a note, under a lock, and the first one
/// asks for a hop to the main actor. A flush that comes earlier takes the notes with it.
final class ChangeInbox: Sendable {
  private struct Contents {
    var tokens: [ObservationToken] = []
    var isExpected = false
  }

  private let contents = Mutex(Contents())
  private let hop: @Sendable () -> Void

  init(hop: @escaping @Sendable () -> Void) {
    self.hop = hop
  }

  var isEmpty: Bool { contents.withLock { $0.tokens.isEmpty } }

  /// Notes that something that a run has read has changed.
  func post(_ token: ObservationToken) {
    let needsHop = contents.withLock { contents in
      contents.tokens.append(token)
      defer { contents.isExpected = true }
      return !contents.isExpected
    }
    if needsHop { hop() }
  }

  /// Takes the notes.
  func take() -> [ObservationToken] {
    contents.withLock { contents in
      defer { contents.tokens = [] }
      return contents.tokens
    }
  }

  /// The hop has arrived: the next note asks for another one.
  func arrived() {
    contents.withLock { $0.isExpected = false }
  }
}
