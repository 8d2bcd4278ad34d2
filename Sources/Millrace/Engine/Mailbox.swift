// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where other threads leave jobs for a store.
///
/// The lock guards the letters and the three flags; nothing else runs while it is held. The first
/// letter of a burst asks for one hop to the store's actor; the rest ride along. Letters keep the
/// order in which each thread posted them.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  @usableFromInline
  struct Contents {
    @usableFromInline var letters: [Job<Action>] = []
    /// How many of the letters belong to the running turn.
    @usableFromInline var chained = 0
    /// A hop is on its way.
    @usableFromInline var isExpected = false
    /// A turn is running that looks into the mailbox before it ends.
    @usableFromInline var isWatched = false
    @usableFromInline var isClosed = false

    @inlinable
    init() {}

    /// Whether a hop must be asked for now.
    @inlinable
    mutating func expectHop() -> Bool {
      defer { isExpected = true }
      return !isExpected
    }
  }

  @usableFromInline let contents = Guarded(Contents())
  @usableFromInline let hasLetters = Atomic(false)
  @usableFromInline let hop: @Sendable () -> Void

  init(hop: @escaping @Sendable () -> Void) {
    self.hop = hop
  }

  /// Whether there is nothing to take: one plain load.
  @inlinable var isEmpty: Bool { !hasLetters.load(ordering: .acquiring) }

  /// Leaves an action.
  ///
  /// - Parameters:
  ///   - pending: The action.
  ///   - isReply: Whether code that a turn runs sends it: if the turn still runs, the action
  ///     belongs to it.
  @inlinable
  func post(_ pending: PendingAction<Action>, isReply: Bool = false) {
    var pending = pending
    let needsHop = contents.withLock { contents in
      guard !contents.isClosed else { return false }
      pending.isChained = isReply && contents.isWatched
      contents.letters.append(.action(pending))
      hasLetters.store(true, ordering: .releasing)
      if pending.isChained {
        contents.chained += 1
        return false
      }
      return contents.expectHop()
    }
    if needsHop { hop() }
  }

  /// Leaves an action of an effect, or of an IO, which has no token: while its turn runs, it
  /// belongs to it.
  @inlinable
  func post(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    post(
      PendingAction(action, scope: scope, isChained: false, sender: token), isReply: token == nil)
  }

  /// Leaves an effect that is to start.
  @usableFromInline
  func post(_ effect: Effect<Action>, scope: UInt64, sender: EffectToken?) {
    let needsHop = contents.withLock { contents in
      guard !contents.isClosed else { return false }
      contents.letters.append(.effect(effect, scope: scope, sender: sender))
      hasLetters.store(true, ordering: .releasing)
      if sender == nil && contents.isWatched {
        contents.chained += 1
        return false
      }
      return contents.expectHop()
    }
    if needsHop { hop() }
  }

  /// Leaves word that the task of an effect has ended.
  @usableFromInline
  func postEnd(of effect: UInt64) {
    let needsHop = contents.withLock { contents in
      guard !contents.isClosed else { return false }
      contents.letters.append(.effectEnded(effect))
      hasLetters.store(true, ordering: .releasing)
      return contents.expectHop()
    }
    if needsHop { hop() }
  }

  /// Takes all letters; `buffer` must be empty and lends its storage to the next ones.
  @inlinable
  func take(into buffer: inout [Job<Action>]) {
    contents.withLock { contents in
      swap(&contents.letters, &buffer)
      contents.chained = 0
      hasLetters.store(false, ordering: .releasing)
    }
  }

  /// The hop has arrived: the next letter asks for another one.
  @inlinable
  func arrived() {
    contents.withLock { $0.isExpected = false }
  }

  /// A turn is going to run code that may post.
  @inlinable
  func watch() {
    contents.withLock { $0.isWatched = true }
  }

  /// The turn wants to end; false if letters of this turn are still there.
  @inlinable
  func unwatch() -> Bool {
    contents.withLock { contents in
      guard contents.chained == 0 else { return false }
      contents.isWatched = false
      return true
    }
  }

  /// The turn was cut: whatever is here or comes now must ask for its own hop.
  @usableFromInline
  func interrupt() {
    let needsHop = contents.withLock { contents in
      contents.isWatched = false
      return contents.expectHop()
    }
    if needsHop { hop() }
  }

  /// Refuses all further letters and drops those that are here.
  @usableFromInline
  func close() {
    let dropped = contents.withLock { contents in
      contents.isClosed = true
      contents.chained = 0
      hasLetters.store(false, ordering: .releasing)
      return contents.letters.take()
    }
    _ = dropped
  }
}

extension Array {
  /// Takes the elements out.
  fileprivate mutating func take() -> Self {
    defer { self = [] }
    return self
  }
}
