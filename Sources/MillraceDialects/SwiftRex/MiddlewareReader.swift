// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A function that creates a middleware from its dependencies.
///
/// Modules provide readers. The app composes them and injects the real dependencies once, at the
/// end. A test injects other dependencies.
///
/// ```swift
/// let library = MiddlewareReader<API, BooksMiddleware> { BooksMiddleware(api: $0) }
/// let app = library.contramapDependencies { (world: World) in world.api } <> analytics
/// let store = Store(initialState: .init(), reducer: reducer, middleware: app.inject(.live))
/// ```
///
/// The idea comes from SwiftRex.
public struct MiddlewareReader<Dependencies, M>: Sendable {
  @usableFromInline let make: @MainActor (Dependencies) -> M

  /// Creates a reader from the function that creates the middleware.
  @inlinable
  public init(_ make: @escaping @MainActor (Dependencies) -> M) {
    self.make = make
  }

  /// Creates the middleware with these dependencies.
  @inlinable
  @MainActor
  public func inject(_ dependencies: Dependencies) -> M { make(dependencies) }

  /// Returns a reader of a middleware without dependencies, or with its own dependencies.
  ///
  /// - Parameter middleware: The middleware; evaluated at each injection.
  /// - Returns: A reader that ignores the injected dependencies.
  @inlinable
  public static func pure(
    _ middleware: @autoclosure @escaping @MainActor () -> M
  ) -> MiddlewareReader {
    MiddlewareReader { _ in middleware() }
  }

  /// Returns a reader that transforms this reader's middleware, for example by lifting it.
  ///
  /// The operators for children (`forEach`, `ifLet`, `ifCase`) belong to `Feature`. Create a
  /// feature from the injected middleware to use them:
  ///
  /// ```swift
  /// @MainActor func app(_ api: API) -> Feature<AppState, AppAction> {
  ///   Feature(middleware: row.inject(api)).forEach(action: \.row, state: \AppState.rows)
  /// }
  /// ```
  @inlinable
  public func map<Other>(
    _ transform: @escaping @MainActor (M) -> Other
  ) -> MiddlewareReader<Dependencies, Other> {
    MiddlewareReader<Dependencies, Other> { transform(make($0)) }
  }

  /// Returns a reader with other dependencies, which contain the dependencies of this reader.
  ///
  /// - Parameter transform: Returns this reader's dependencies.
  /// - Returns: A reader of the same middleware.
  @inlinable
  public func contramapDependencies<World>(
    _ transform: @escaping @MainActor (World) -> Dependencies
  ) -> MiddlewareReader<World, M> {
    MiddlewareReader<World, M> { make(transform($0)) }
  }
}

extension MiddlewareReader where M: Middleware & SendableMetatype {
  /// Composes the middlewares of two readers, which get the same dependencies.
  ///
  /// If the conformance of a middleware to `Middleware` is isolated to the main actor, compose the
  /// middlewares after the injection instead.
  @inlinable
  public static func <> <Other: Middleware & SendableMetatype>(
    first: MiddlewareReader, second: MiddlewareReader<Dependencies, Other>
  ) -> MiddlewareReader<
    Dependencies, ComposedMiddleware<M.InputAction, M.OutputAction, M.State>
  >
  where
    Other.InputAction == M.InputAction, Other.OutputAction == M.OutputAction,
    Other.State == M.State
  {
    MiddlewareReader<
      Dependencies, ComposedMiddleware<M.InputAction, M.OutputAction, M.State>
    > { first.make($0) <> second.make($0) }
  }
}

/// SwiftRex's name for the middleware that does nothing.
///
/// It is an empty composition.
public typealias IdentityMiddleware<InputAction, OutputAction: Sendable, State> =
  ComposedMiddleware<InputAction, OutputAction, State>

extension MiddlewareReader {
  /// Returns a reader of the middleware that does nothing.
  ///
  /// Composing with it changes nothing.
  @inlinable
  public static func identity<InputAction, OutputAction: Sendable, State>() -> MiddlewareReader
  where M == IdentityMiddleware<InputAction, OutputAction, State> {
    pure(IdentityMiddleware())
  }
}

extension MiddlewareReader where Dependencies == Void {
  /// Creates the middleware.
  @inlinable
  @MainActor
  public func inject() -> M { make(()) }
}
