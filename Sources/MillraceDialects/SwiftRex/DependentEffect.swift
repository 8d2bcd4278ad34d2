// SPDX-License-Identifier: Apache-2.0

import Millrace

/// An effect that still needs its dependencies: what the closure of an ``EffectMiddleware``
/// returns.
///
/// The outer world is reached through ``EffectContext``, which exists only inside the effect. A
/// closure that merely decides what to do has no way to it.
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

  /// The effect, once its dependencies are known.
  @inlinable
  public func effect(_ dependencies: Dependencies) -> Effect<Action> {
    make(dependencies)
  }

  /// An effect that needs nothing.
  @inlinable
  public static func effect(_ effect: Effect<Action>) -> DependentEffect {
    DependentEffect { _ in effect }
  }

  /// Any effect, made from its context.
  @inlinable
  public static func effect(
    _ make: @escaping (EffectContext<Dependencies>) -> Effect<Action>
  ) -> DependentEffect {
    DependentEffect { make(EffectContext(dependencies: $0, token: nil)) }
  }

  /// Any effect, made from its context; it takes the place of the running ones with an equal token.
  ///
  /// A token is a cancel id of the store, as in `Effect.cancellable(id:policy:)`: tokens of
  /// different types never meet.
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

  /// Sends one action, on the store's actor, without a task.
  @inlinable
  public static func just(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DependentEffect {
    effect(.just(action, fileID: fileID, function: function, line: line))
  }

  /// Sends several actions in order, on the store's actor, without a task.
  @inlinable
  public static func sequence(
    _ actions: Action..., fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DependentEffect {
    sequence(actions, fileID: fileID, function: function, line: line)
  }

  /// Sends several actions in order, on the store's actor, without a task.
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

  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: DependentEffect...) -> DependentEffect { merge(effects) }

  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: [DependentEffect]) -> DependentEffect {
    DependentEffect { dependencies in .merge(effects.map { $0.make(dependencies) }) }
  }

  /// Runs several effects one after the other.
  ///
  /// Each starts when the one before it has ended and everything that it sent is committed. All are
  /// made from their contexts at once.
  @inlinable
  public static func concatenate(_ effects: DependentEffect...) -> DependentEffect {
    concatenate(effects)
  }

  /// Runs several effects one after the other.
  @inlinable
  public static func concatenate(_ effects: [DependentEffect]) -> DependentEffect {
    DependentEffect { dependencies in .concatenate(effects.map { $0.make(dependencies) }) }
  }
}

extension DependentEffect where Dependencies: Sendable {
  /// Runs asynchronous work in a task that the store owns; its errors are those of a `run` of
  /// `Effect`.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; `await send(action)` returns once the action is committed.
  ///   - handler: Is given the error of work that throws, and may send.
  /// - Returns: An effect that ends when the work returns.
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

  /// Runs asynchronous work in a task that takes the place of the running ones with an equal token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; `await send(action)` returns once the action is committed.
  ///   - handler: Is given the error of work that throws, and may send.
  /// - Returns: An effect that ends when the work returns.
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

/// What an effect of an ``EffectMiddleware`` knows that others do not.
public struct EffectContext<Dependencies> {
  /// The ways to the outer world.
  public let dependencies: Dependencies
  /// The token of the effect, if it has one.
  public let token: (any Hashable & Sendable)?

  /// Creates a context, for tests of effects.
  @inlinable
  public init(dependencies: Dependencies, token: (any Hashable & Sendable)? = nil) {
    self.dependencies = dependencies
    self.token = token
  }
}

extension EffectContext: Sendable where Dependencies: Sendable {}
