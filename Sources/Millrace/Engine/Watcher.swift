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

/// What an observer knows of its engine.
@MainActor
@usableFromInline
class ObserverHost {
  @inlinable
  init() {}

  @usableFromInline
  func remove(_ observer: StoreObserver) {}
}

/// What a mailbox knows of its engine, which owns it.
@usableFromInline
class MailHost<Action: Sendable>: ObserverHost {
  @usableFromInline final let mailbox = Mailbox<Action>()

  override init() {
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
}
