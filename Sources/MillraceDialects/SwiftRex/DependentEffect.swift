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
  /// Makes the effect from the dependencies and from the scope of its tokens.
  @usableFromInline let make: (Dependencies, TokenScope?) -> Effect<Action>

  @inlinable
  init(make: @escaping (Dependencies, TokenScope?) -> Effect<Action>) {
    self.make = make
  }

  /// Returns the effect with these dependencies.
  ///
  /// Its tokens belong to no middleware. They are compared with those of all effects that this
  /// method has returned.
  @inlinable
  public func effect(_ dependencies: Dependencies) -> Effect<Action> {
    make(dependencies, nil)
  }

  /// Wraps an effect that needs no dependencies.
  @inlinable
  public static func effect(_ effect: Effect<Action>) -> DependentEffect {
    DependentEffect { _, _ in effect }
  }

  /// Creates an effect from its context.
  @inlinable
  public static func effect(
    _ make: @escaping (EffectContext<Dependencies>) -> Effect<Action>
  ) -> DependentEffect {
    DependentEffect { dependencies, _ in
      make(EffectContext(dependencies: dependencies, token: nil))
    }
  }

  /// Creates an effect from its context.
  ///
  /// The effect cancels the running effects of the same middleware with an equal token.
  ///
  /// A token belongs to one ``EffectMiddleware``. Tokens of different middlewares or of different
  /// types are never equal, and no token is equal to an id of `Effect.cancellable(id:policy:)`.
  @inlinable
  public static func effect<Token: Hashable & Sendable>(
    token: Token, _ make: @escaping (EffectContext<Dependencies>) -> Effect<Action>
  ) -> DependentEffect {
    DependentEffect { dependencies, scope in
      make(EffectContext(dependencies: dependencies, token: token))
        .cancellable(id: ScopedToken(token, in: scope), policy: .latest)
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

  /// Cancels the running effects of the same middleware with a token.
  @inlinable
  public static func cancel(token: some Hashable & Sendable) -> DependentEffect {
    DependentEffect { _, scope in .cancel(id: ScopedToken(token, in: scope)) }
  }

  /// Starts several effects in order, and runs them concurrently.
  @inlinable
  public static func merge(_ effects: DependentEffect...) -> DependentEffect { merge(effects) }

  /// Starts several effects in order, and runs them concurrently.
  @inlinable
  public static func merge(_ effects: [DependentEffect]) -> DependentEffect {
    DependentEffect { dependencies, scope in
      .merge(effects.map { $0.make(dependencies, scope) })
    }
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
    DependentEffect { dependencies, scope in
      .concatenate(effects.map { $0.make(dependencies, scope) })
    }
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
  ///   - work: The work; `await send(action)` returns when the action is committed or rejected.
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

  /// Runs asynchronous work in a task, and cancels the running effects of the same middleware with
  /// an equal token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - priority: The priority of the task; by default the priority of the dispatching code.
  ///   - fileID: The file of the call site, for messages.
  ///   - function: The function of the call site, for messages.
  ///   - line: The line of the call site, for messages.
  ///   - work: The work; `await send(action)` returns when the action is committed or rejected.
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

/// The identity of an ``EffectMiddleware``, to which the tokens of its effects belong.
@usableFromInline
final class TokenScope: Sendable {
  @usableFromInline init() {}
}

/// The cancel id for a token of a scope.
@usableFromInline
struct ScopedToken<Token: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  private let token: Token
  private let scope: TokenScope?

  @usableFromInline
  init(_ token: Token, in scope: TokenScope?) {
    self.token = token
    self.scope = scope
  }

  @usableFromInline
  static func == (one: ScopedToken, other: ScopedToken) -> Bool {
    one.scope === other.scope && one.token == other.token
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(token)
  }

  @usableFromInline var description: String { "\(token)" }
}
