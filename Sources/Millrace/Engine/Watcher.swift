// SPDX-License-Identifier: Apache-2.0

/// What a ``StoreSubscription`` ends.
@MainActor
@usableFromInline
class Watcher {
  @inlinable
  init() {}

  /// Ends the watch; further calls do nothing.
  @usableFromInline
  func cancel() {}
}

/// What observers and receipts know of their engine.
@MainActor
@usableFromInline
class ObserverHost {
  @inlinable
  init() {}

  @usableFromInline
  func remove(_ observer: StoreObserver) {}

  /// Looks again whether there is more to an action than its reducer.
  @inlinable
  func updatePlain() {}

  /// Ends the effects that belong to a dispatch.
  func cancelEffects(of scope: UInt64) {}
}

/// What a mailbox knows of its engine, which owns it.
@usableFromInline
class MailHost<Action: Sendable>: ObserverHost {
  @usableFromInline final let mailbox: Mailbox<Action>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    mailbox = Mailbox(clock: clock)
    super.init()
    mailbox.host = self
  }

  isolated deinit { mailbox.host = nil }

  /// The hop that the mailbox asked for has arrived.
  @usableFromInline
  func drain() {}

  /// Takes an action of an effect, on the store's actor.
  @usableFromInline
  func receive(_ dispatched: DispatchedAction<Action>, scope: UInt64, sender: EffectToken?) {}

  /// Lets an effect look at the state now and after each commit.
  ///
  /// - Returns: Its number; nil if it has seen enough.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? { nil }

  @usableFromInline
  func unfollow(_ follower: UInt64) {}
}
