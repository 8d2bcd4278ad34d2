// SPDX-License-Identifier: Apache-2.0

/// A description of work that leads to actions.
///
/// An effect does nothing by itself: a middleware returns it in an ``IO``, the store runs it after
/// the commit, owns it while it runs, and cancels it when the store goes away or somebody cancels
/// its id. Actions of one effect arrive in the order in which it sent them.
///
/// ```swift
/// Effect.run { send in
///   for await tick in ticks { await send(.tick(tick)) }
/// }
/// .cancellable(id: Timers.main)
/// ```
///
/// Which kind to choose is told in <doc:ChoosingEffects>.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  enum Operation: Sendable {
    case none
    case just(DispatchedAction<Action>)
    case sequence([Action], ActionSource)
    /// An action that is asked for when its turn comes; nil: none.
    case later(@Sendable () -> DispatchedAction<Action>?)
    case run(@Sendable (Send<Action>) async -> Void, TaskPriority?)
    case promise(@MainActor (Promise<Action>) -> Void)
    case listen(@MainActor (EffectListener<Action>) -> Void)
    case sleep(Duration)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(EffectID)
    indirect case cancellable(Effect, EffectID, EffectPolicy)
    /// An effect of a child, which ends with the child's life.
    indirect case owned(Effect, EffectID, life: EffectToken)
    indirect case throttle(Effect, EffectID, Duration, latest: Bool)
    /// An effect of a child.
    indirect case within(ChildPlace, EffectID, Effect)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }

  @inlinable var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// The effect that does nothing.
  @inlinable
  public static var none: Effect { Effect(.none) }

  /// Sends one action, on the store's actor, without a task.
  @inlinable
  public static func just(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    Effect(.just(DispatchedAction(action, fileID: fileID, function: function, line: line)))
  }

  /// Sends several actions in order, on the store's actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: Action..., fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    sequence(actions, fileID: fileID, function: function, line: line)
  }

  /// Sends several actions in order, on the store's actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: [Action], fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    Effect(.sequence(actions, ActionSource(fileID: fileID, function: function, line: line)))
  }
}
