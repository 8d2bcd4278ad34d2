// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the changes of observable objects for a host, from any thread.
///
/// A change can be reported on any thread, in a synchronous function, and the main actor does not
/// have a thread of its own on every platform. Therefore a report only appends a token, under a
/// lock. The first report adds the inbox to the next round on the main actor. A flush that runs
/// earlier takes the tokens.
final class ChangeInbox: Sendable {
  private struct Contents {
    var tokens: [ObservationToken] = []
    /// Whether the inbox has been added to a round that has not reached the main actor yet.
    var isInRound = false
  }

  /// The inbox that ignores the changes by the running code.
  @TaskLocal private static var deaf: ChangeInbox?

  private let contents = Mutex(Contents())
  private let isDeaf = Atomic<Bool>(false)
  private let round: ChangeRound
  // Sound: it is set once, in the initializer; reading or releasing a weak reference is
  // thread-safe.
  private nonisolated(unsafe) weak var host: ViewHost?

  init(of host: ViewHost?, round: ChangeRound = .shared) {
    self.host = host
    self.round = round
  }

  var isEmpty: Bool { contents.withLock { $0.tokens.isEmpty } }

  /// Adds the token of a run, after a change of a property that the run has read.
  func post(_ token: ObservationToken) {
    let needsRound = contents.withLock { contents in
      contents.tokens.append(token)
      defer { contents.isInRound = true }
      return !contents.isInRound
    }
    if needsRound { round.add(self) }
  }

  /// Removes and returns the tokens.
  func take() -> [ObservationToken] {
    contents.withLock { contents in
      defer { contents.tokens = [] }
      return contents.tokens
    }
  }

  /// Runs code whose changes are ignored: they do not end the registrations of this host's nodes.
  @MainActor func ignoringChanges(by code: () -> Void) {
    isDeaf.store(true, ordering: .relaxed)
    defer { isDeaf.store(false, ordering: .relaxed) }
    Self.$deaf.withValue(self, operation: code)
  }

  /// Whether a change by the running code is ignored.
  ///
  /// It is false on other threads, and later in tasks that the code has started.
  var ignoresChanges: Bool { isDeaf.load(ordering: .relaxed) && Self.deaf === self }

  /// Called when the round has reached the main actor.
  ///
  /// The next token adds the inbox to a new round. If the host was released, the tokens are
  /// released too: they reference the inbox.
  @MainActor func arrived() {
    contents.withLock { $0.isInRound = false }
    if let host { host.readInbox() } else { _ = take() }
  }
}

/// One hop to the main actor for the inboxes of all hosts with changes.
///
/// A change that a thousand pages have read adds a thousand tokens, but starts only one task.
final class ChangeRound: Sendable {
  static let shared = ChangeRound { round in Task { @MainActor in round.deliver() } }

  private let waiting = Mutex<[ChangeInbox]>([])
  private let hop: @Sendable (ChangeRound) -> Void

  /// Creates a round with a closure that calls `deliver` on the main actor.
  init(hop: @escaping @Sendable (ChangeRound) -> Void) {
    self.hop = hop
  }

  /// Adds an inbox.
  ///
  /// The first inbox starts the hop.
  func add(_ inbox: ChangeInbox) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(inbox)
      return waiting.count == 1
    }
    if isFirst { hop(self) }
  }

  /// Delivers the changes of the inboxes.
  ///
  /// Called on the main actor, at the end of the hop.
  @MainActor func deliver() {
    let inboxes = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for inbox in inboxes { inbox.arrived() }
  }
}
