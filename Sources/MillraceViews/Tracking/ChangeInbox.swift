// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where changes of observable objects are noted for a host, from any thread.
///
/// A change may be reported on any thread, in a synchronous function, and no thread belongs to the
/// main actor on every platform. So a report only leaves a note, under a lock, and the first one
/// asks for a place in the next round on the main actor. A flush that comes earlier takes the notes
/// with it.
final class ChangeInbox: Sendable {
  private struct Contents {
    var tokens: [ObservationToken] = []
    var isExpected = false
  }

  private let contents = Mutex(Contents())
  private let round: ChangeRound
  // Sound: set once, in the initializer; any thread may read or let go of a weak reference.
  private nonisolated(unsafe) weak var host: ViewHost?

  init(of host: ViewHost?, round: ChangeRound = .shared) {
    self.host = host
    self.round = round
  }

  var isEmpty: Bool { contents.withLock { $0.tokens.isEmpty } }

  /// Notes that something that a run has read has changed.
  func post(_ token: ObservationToken) {
    let needsPlace = contents.withLock { contents in
      contents.tokens.append(token)
      defer { contents.isExpected = true }
      return !contents.isExpected
    }
    if needsPlace { round.add(self) }
  }

  /// Takes the notes.
  func take() -> [ObservationToken] {
    contents.withLock { contents in
      defer { contents.tokens = [] }
      return contents.tokens
    }
  }

  /// The round has arrived: the next note asks for a place in another one.
  @MainActor func arrived() {
    contents.withLock { $0.isExpected = false }
    host?.readInbox()
  }
}

/// One hop to the main actor for the inboxes of all hosts that have notes.
///
/// A change that a thousand pages see is a thousand notes, and one task.
final class ChangeRound: Sendable {
  static let shared = ChangeRound { round in Task { @MainActor in round.deliver() } }

  private let waiting = Mutex<[ChangeInbox]>([])
  private let hop: @Sendable (ChangeRound) -> Void

  /// Makes a round that gets to the main actor as a closure does it.
  init(hop: @escaping @Sendable (ChangeRound) -> Void) {
    self.hop = hop
  }

  /// Gives an inbox its place.
  func add(_ inbox: ChangeInbox) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(inbox)
      return waiting.count == 1
    }
    if isFirst { hop(self) }
  }

  /// The hop has arrived.
  @MainActor func deliver() {
    let inboxes = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for inbox in inboxes { inbox.arrived() }
  }
}
