// SPDX-License-Identifier: Apache-2.0

/// A description of work that leads to actions.
///
/// An effect does nothing by itself: a feature or a middleware returns it, the store runs it after
/// the commit, owns it while it runs, and cancels it when the store goes away or its id is
/// cancelled. Actions of one effect arrive in the order in which it sent them.
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
    case perform(@MainActor (Send<Action>) -> Void)
    case deferred(@MainActor () -> Effect)
    // The priority is its raw value: `TaskPriority` is not frozen, and one payload whose size only
    // the runtime knows makes each copy of an effect a call of it.
    case run(@Sendable (Send<Action>) async -> Void, priority: UInt8?)
    case promise(@MainActor (Promise<Action>) -> Void)
    case listen(@MainActor (EffectListener<Action>) -> Void)
    case sleep(Duration)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(EffectID)
    indirect case cancellable(Effect, EffectID, EffectPolicy)
    indirect case throttle(Effect, EffectID, Duration, latest: Bool)
    /// An effect of a child.
    indirect case within(ChildPlace, EffectID, Effect)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(operation: Operation) {
    self.operation = operation
  }

  @inlinable var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// The effect that does nothing.
  @inlinable
  public static var none: Effect { Effect(operation: .none) }

  /// Calls a closure on the main actor, right after the commit.
  ///
  /// It sees the new state. What it sends at once is queued and runs before the outermost dispatch
  /// returns; what it sends later, from any thread, runs in the order in which it was sent.
  ///
  /// ```swift
  /// .perform { send in alerts.show("Saved") { send.dispatch(.dismissed) } }
  /// ```
  @inlinable
  public static func perform(_ work: @escaping @MainActor (Send<Action>) -> Void) -> Effect {
    Effect(operation: .perform(work))
  }

  /// An effect that is made after the commit, when the new state can be read.
  ///
  /// ```swift
  /// .deferred { state.isOnline ? .just(.reload) : .none }
  /// ```
  @inlinable
  public static func deferred(_ make: @escaping @MainActor () -> Effect) -> Effect {
    Effect(operation: .deferred(make))
  }

  /// Sends one action, on the store's actor, without a task.
  @inlinable
  public static func just(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect {
    Effect(
      operation: .just(DispatchedAction(action, fileID: fileID, function: function, line: line)))
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
    Effect(
      operation: .sequence(actions, ActionSource(fileID: fileID, function: function, line: line)))
  }
}
