// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A middleware that consists of one function from an action to an effect.
///
/// Shape: `(InputAction, ActionSource, StateReader<State>) -> DependentEffect`. The function runs
/// after the commit, so it reads the new state. Only its effects have access to the dependencies.
///
/// ```swift
/// let favorites = EffectMiddleware<BookAction, BookAction, Books, BookAPI>
///   .onAction { action, _, state in
///     guard case .toggle(let id) = action else { return .none }
///     let isFavorite = state().favorites.contains(id)
///     return .run(token: id) { context, send in
///       await send(.saved(id, await context.dependencies.save(id, isFavorite)))
///     }
///   }
///   .inject(.live)
/// ```
///
/// The tokens of its effects belong to the middleware and its copies. An effect of another
/// middleware with an equal token is not cancelled.
///
/// The idea comes from SwiftRex.
nonisolated public struct EffectMiddleware<
  InputAction, OutputAction: Sendable, State, Dependencies
>:
  Middleware
{
  /// A function that returns the effect for an action.
  public typealias Handler =
    @MainActor (InputAction, ActionSource, StateReader<State>) ->
    DependentEffect<Dependencies, OutputAction>

  @usableFromInline let handler: Handler
  @usableFromInline let dependencies: Dependencies
  @usableFromInline let tokens = TokenScope()

  /// Creates a middleware from its function and its dependencies.
  @inlinable
  public init(dependencies: Dependencies, onAction handler: @escaping Handler) {
    self.handler = handler
    self.dependencies = dependencies
  }

  /// Returns a reader of the middleware; pass the dependencies to ``MiddlewareReader/inject(_:)``.
  @inlinable
  public static func onAction(
    _ handler: @escaping Handler
  ) -> MiddlewareReader<Dependencies, EffectMiddleware> {
    MiddlewareReader { EffectMiddleware(dependencies: $0, onAction: handler) }
  }

  /// Returns an effect that calls the function after the commit and runs the effect that the
  /// function returns.
  @MainActor
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    .deferred { handler(action, source, state).make(dependencies, tokens) }
  }
}

extension EffectMiddleware where Dependencies == Void {
  /// Creates a middleware without dependencies.
  @inlinable
  public static func onAction(_ handler: @escaping Handler) -> EffectMiddleware {
    EffectMiddleware(dependencies: (), onAction: handler)
  }
}

extension EffectMiddleware: Sendable where Dependencies: Sendable {}
