// SPDX-License-Identifier: Apache-2.0

import Millrace

/// An effect that needs dependencies.
///
/// The closure of an ``EffectMiddleware`` returns it.
///
/// The dependencies are in ``EffectContext``, which exists only inside the effect. The closure of
/// the middleware, which only decides what to do, cannot access them.
///
/// ```swift
/// .run(token: bookID) { context, send in
///   await send(.loaded(try? await context.dependencies.book(bookID)))
/// }
/// ```
public struct DependentEffect<Dependencies, Action: Sendable> {
  @usableFromInline let make: (Dependencies) -> Effect<Action>

  @inlinable
  init(make: @escaping (Dependencies) -> Effect<Action>) {
    self.make = make
  }

  /// Returns the effect with these dependencies.
  @inlinable
  public func effect(_ dependencies: Dependencies) -> Effect<Action> {
    make(dependencies)
  }

  /// Wraps an effect that needs no dependencies.
  @inlinable
  public static func effect(_ effect: Effect<Action>) -> DependentEffect {
    DependentEffect { _ in effect }
  }

  /// Creates an effect from its context.
  @inlinable
  public static func effect(
    _ make: @escaping (EffectContext<Dependencies>) -> Effect<Action>
  ) -> DependentEffect {
    DependentEffect { make(EffectContext(dependencies: $0, token: nil)) }
  }

  /// Creates an effect from its context.
  ///
  /// The effect cancels the running effects with an equal token.
  ///
  /// A token is a cancel id of the store, as in `Effect.cancellable(id:policy:)`. Tokens of
  /// different types are never equal.
  @inlinable
  public static func effect<Token: Hashable & Sendable>(
    token: Token, _ make: @escaping (EffectContext<Dependencies>) -> Effect<Action>
  ) -> DependentEffect {
    DependentEffect { dependencies in
      make(EffectContext(dependencies: dependencies, token: token))
        .cancellable(id: token, policy: .latest)
    }
  }

  /// The effect that does nothing.
  @inlinable
  public static var none: DependentEffect { effect(.none) }

  /// Sends one action on the main actor, without a task.
  @inlinable
  public static func just(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DependentEffect {
    effect(.just(action, fileID: fileID, function: function, line: line))
  }

  /// Sends several actions in order on the main actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: Action..., fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DependentEffect {
    sequence(actions, fileID: fileID, function: function, line: line)
  }

  /// Sends several actions in order on the main actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: [Action], fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DependentEffect {
    effect(.sequence(actions, fileID: fileID, function: function, line: line))
  }

  /// Cancels the running effects with a token.
  @inlinable
  public static func cancel(token: some Hashable & Sendable) -> DependentEffect {
    effect(.cancel(id: token))
  }

  /// Starts several effects in order, and runs them concurrently.
  @inlinable
  public static func merge(_ effects: DependentEffect...) -> DependentEffect { merge(effects) }

  /// Starts several effects in order, and runs them concurrently.
  @inlinable
  public static func merge(_ effects: [DependentEffect]) -> DependentEffect {
    DependentEffect { dependencies in .merge(effects.map { $0.make(dependencies) }) }
  }

  /// Runs several effects one after another.
  ///
  /// Each effect starts when the effect before it has ended and all actions that it sent are
  /// committed. All effects are created from their contexts before the first one starts.
  @inlinable
  public static func concatenate(_ effects: DependentEffect...) -> DependentEffect {
    concatenate(effects)
  }

  /// Runs several effects one after another.
  @inlinable
  public static func concatenate(_ effects: [DependentEffect]) -> DependentEffect {
    DependentEffect { dependencies in .concatenate(effects.map { $0.make(dependencies) }) }
  }
}

extension DependentEffect where Dependencies: Sendable {
  /// Runs asynchronous work in a task of the store.
  ///
  /// Errors are handled as in `Effect.run`.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default the priority of the dispatching code.
  ///   - fileID: The file of the call site, for messages.
  ///   - function: The function of the call site, for messages.
  ///   - line: The line of the call site, for messages.
  ///   - work: The work; `await send(action)` returns when the action is committed.
  ///   - handler: Called with the error if the work throws; it can send actions.
  /// - Returns: An effect that ends when the work or, after an error, the handler returns.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable (EffectContext<Dependencies>, Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> DependentEffect {
    effect { context in
      .run(
        priority: priority, fileID: fileID, function: function, line: line,
        { send in try await work(context, send) }, catch: handler)
    }
  }

  /// Runs asynchronous work in a task, and cancels the running effects with an equal token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - priority: The priority of the task; by default the priority of the dispatching code.
  ///   - fileID: The file of the call site, for messages.
  ///   - function: The function of the call site, for messages.
  ///   - line: The line of the call site, for messages.
  ///   - work: The work; `await send(action)` returns when the action is committed.
  ///   - handler: Called with the error if the work throws; it can send actions.
  /// - Returns: An effect that ends when the work or, after an error, the handler returns.
  @inlinable
  public static func run(
    token: some Hashable & Sendable, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable (EffectContext<Dependencies>, Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> DependentEffect {
    effect(token: token) { context in
      .run(
        priority: priority, fileID: fileID, function: function, line: line,
        { send in try await work(context, send) }, catch: handler)
    }
  }
}

/// The dependencies and the token of an effect of an ``EffectMiddleware``.
public struct EffectContext<Dependencies> {
  /// The dependencies of the middleware.
  public let dependencies: Dependencies
  /// The token of the effect, or nil.
  public let token: (any Hashable & Sendable)?

  /// Creates a context, for tests of effects.
  @inlinable
  public init(dependencies: Dependencies, token: (any Hashable & Sendable)? = nil) {
    self.dependencies = dependencies
    self.token = token
  }
}

extension EffectContext: Sendable where Dependencies: Sendable {}
