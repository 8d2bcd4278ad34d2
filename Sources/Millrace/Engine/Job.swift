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
  indirect case effect(
    Effect<Action>, scope: UInt64, sender: EffectToken?, context: CallContext? = nil)
  /// The turn of an effect that waited has come.
  case effectDue(UInt64)

  /// Gives it a context if it needs one and has none; the code of an effect has that of its effect.
  @inlinable
  mutating func run(in context: @autoclosure () -> CallContext) {
    switch self {
    case .action(var pending) where pending.context == nil:
      pending.context = context()
      self = .action(pending)
    case .effect(let effect, let scope, let sender, nil):
      self = .effect(effect, scope: scope, sender: sender, context: context())
    default: break
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
  /// The task-local values that it runs with; nil for those of the task that runs the turn.
  @usableFromInline var context: CallContext?
  /// A task that waits for its dispatch to finish waits for this action too.
  @usableFromInline var isCounted = false
  /// Its effect, which sent it at once, has not ended before it was processed.
  @usableFromInline var holdsSender = false

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
