// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Collects the changes of observable objects for a host, from any thread.
///
/// A change can be reported on any thread, in a synchronous function, and the main actor does not
/// have a thread of its own on every platform. Therefore a report only appends a token, under a
/// lock. The first report adds the inbox to the next round on the main actor. A flush that runs
/// earlier takes the tokens.
final class ChangeInbox: Sendable {
  /// The lock of `tokens` and `isInRound`.
  ///
  /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
  /// reports a race.
  private let lock = NSLock()
  // Sound: used only under the lock.
  private nonisolated(unsafe) var tokens: [ObservationToken] = []
  /// Whether the inbox has been added to a round that has not reached the main actor yet.
  // Sound: used only under the lock.
  private nonisolated(unsafe) var isInRound = false
  private let round: ChangeRound
  // Sound: it is set once, in the initializer; reading or releasing a weak reference is
  // thread-safe.
  private nonisolated(unsafe) weak var host: ViewHost?

  init(of host: ViewHost?, round: ChangeRound = .shared) {
    self.host = host
    self.round = round
  }

  var isEmpty: Bool { lock.withLock { tokens.isEmpty } }

  /// Adds the token of a run, after a change of a property that the run has read.
  func post(_ token: ObservationToken) {
    let needsRound = lock.withLock {
      tokens.append(token)
      defer { isInRound = true }
      return !isInRound
    }
    if needsRound { round.add(self) }
  }

  /// Removes and returns the tokens.
  func take() -> [ObservationToken] {
    lock.withLock {
      defer { tokens = [] }
      return tokens
    }
  }

  /// Called when the round has reached the main actor.
  ///
  /// The next token adds the inbox to a new round. If the host was released, the tokens are
  /// released too: they reference the inbox.
  @MainActor func arrived() {
    lock.withLock { isInRound = false }
    if let host { host.readInbox() } else { _ = take() }
  }
}

/// One hop to the main actor for the inboxes of all hosts with changes.
///
/// A change that a thousand pages have read adds a thousand tokens, but starts only one task.
final class ChangeRound: Sendable {
  static let shared = ChangeRound { round in Task { @MainActor in round.deliver() } }

  /// The lock of `waiting`, as in `ChangeInbox`.
  private let lock = NSLock()
  // Sound: used only under the lock.
  private nonisolated(unsafe) var waiting: [ChangeInbox] = []
  private let hop: @Sendable (ChangeRound) -> Void

  /// Creates a round with a closure that calls `deliver` on the main actor.
  init(hop: @escaping @Sendable (ChangeRound) -> Void) {
    self.hop = hop
  }

  /// Adds an inbox.
  ///
  /// The first inbox starts the hop.
  func add(_ inbox: ChangeInbox) {
    let isFirst = lock.withLock {
      waiting.append(inbox)
      return waiting.count == 1
    }
    if isFirst { hop(self) }
  }

  /// Delivers the changes of the inboxes.
  ///
  /// Called on the main actor, at the end of the hop.
  @MainActor func deliver() {
    let inboxes = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    for inbox in inboxes { inbox.arrived() }
  }
}
