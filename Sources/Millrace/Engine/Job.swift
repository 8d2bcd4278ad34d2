// SPDX-License-Identifier: Apache-2.0

/// A job that waits for its turn.
@usableFromInline
struct Letter<Action: Sendable>: Sendable {
  @usableFromInline var job: Job<Action>
  /// The task-local values that it runs with; nil for those of who runs the turn.
  @usableFromInline var context: CallContext?

  @inlinable
  init(_ job: Job<Action>, in context: CallContext? = nil) {
    self.job = job
    self.context = context
  }
}

/// What a store does next.
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

  /// Whether it runs code of others in the context of who sent it; the code of an effect has that
  /// of its effect.
  @inlinable var needsContext: Bool {
    switch self {
    case .action, .effect: true
    case .batch, .effectEnded, .effectDue: false
    }
  }
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
