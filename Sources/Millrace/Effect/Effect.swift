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
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  enum Operation: Sendable {
    case none
    case just(DispatchedAction<Action>)
    case sequence([DispatchedAction<Action>])
    case run(@Sendable (Send<Action>) async -> Void)
    case merge([Effect])
    case cancel(EffectID)
    indirect case cancellable(Effect, EffectID)
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
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return Effect(.sequence(actions.map { DispatchedAction($0, source: source) }))
  }

  /// Runs asynchronous work in a task that the store owns.
  ///
  /// - Parameter work: The work; `await send(action)` returns once the action is committed.
  /// - Returns: An effect that ends when the work returns.
  @inlinable
  public static func run(_ work: @escaping @Sendable (Send<Action>) async -> Void) -> Effect {
    Effect(.run(work))
  }

  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect { Effect(.merge(effects)) }
}

extension Effect {
  /// The same effect with its actions translated; sources are kept.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    switch operation {
    case .none: .none
    case .just(let action): Effect<Other>(.just(action.map(transform)))
    case .sequence(let actions): Effect<Other>(.sequence(actions.map { $0.map(transform) }))
    case .run(let work): .run { send in await work(send.contramap(transform)) }
    case .merge(let effects): .merge(effects.map { $0.map(transform) })
    case .cancel(let id): Effect<Other>(.cancel(id))
    case .cancellable(let effect, let id): Effect<Other>(.cancellable(effect.map(transform), id))
    }
  }

  /// Runs the effect without a store.
  func runDetached(_ output: Send<Action>) {
    switch operation {
    case .none, .cancel: break
    case .just(let action): output.post(action)
    case .sequence(let actions): for action in actions { output.post(action) }
    case .run(let work): Task { await work(output) }
    case .merge(let effects): for effect in effects { effect.runDetached(output) }
    case .cancellable(let effect, _): effect.runDetached(output)
    }
  }
}
