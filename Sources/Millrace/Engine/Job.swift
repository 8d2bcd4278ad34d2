// SPDX-License-Identifier: Apache-2.0

/// One entry of a store's queue.
@usableFromInline
enum Job<Action: Sendable> {
  /// An action waits its turn.
  case action(PendingAction<Action>)
  /// A batch that was opened while the store was busy begins or ends here.
  case batch(begins: Bool)
  /// A piece of an effect has ended.
  case effectEnded(UInt64)
  /// An effect starts another one.
  indirect case effect(Effect<Action>, scope: UInt64, sender: EffectToken?)
  /// The turn of an effect that waited has come.
  case effectDue(UInt64)
}

extension Job: Sendable {}

/// An action on its way to the reducer.
@usableFromInline
struct PendingAction<Action> {
  @usableFromInline var dispatched: DispatchedAction<Action>
  /// The dispatch to which it belongs; effects that it starts are counted there.
  @usableFromInline var scope: UInt64
  /// Whether it was sent in the course of a turn, as opposed to coming from outside.
  @usableFromInline var isChained: Bool
  /// The effect that sent it: once cancelled, the action is dropped.
  @usableFromInline var sender: EffectToken?
  /// Whoever waits for its dispatch to finish waits for this action too.
  @usableFromInline var isCounted = false

  @inlinable
  init(
    _ dispatched: DispatchedAction<Action>, scope: UInt64, isChained: Bool,
    sender: EffectToken? = nil
  ) {
    self.dispatched = dispatched
    self.scope = scope
    self.isChained = isChained
    self.sender = sender
  }
}

extension PendingAction: Sendable where Action: Sendable {}
