// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A middleware that still waits for its dependencies.
///
/// Modules offer readers; the app composes them, and injects the real world once, at the end. A
/// test injects another one.
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

  /// Creates a reader from the function that makes the middleware.
  @inlinable
  public init(_ make: @escaping @MainActor (Dependencies) -> M) {
    self.make = make
  }

  /// The middleware with these dependencies.
  @inlinable
  @MainActor
  public func inject(_ dependencies: Dependencies) -> M { make(dependencies) }

  /// A reader of a middleware that has no dependencies, or has them already.
  ///
  /// - Parameter middleware: Evaluated at each injection.
  /// - Returns: A reader that ignores what it is given.
  @inlinable
  public static func pure(
    _ middleware: @autoclosure @escaping @MainActor () -> M
  ) -> MiddlewareReader {
    MiddlewareReader { _ in middleware() }
  }

  /// A reader of another middleware that is made from this one, a lifted one for example.
  ///
  /// What belongs to children (`forEach`, `ifLet`, `ifCase`) is a feature of what is injected:
  ///
  /// ```swift
  /// func app(_ api: API) -> Feature<AppState, AppAction> {
  ///   Feature(middleware: row.inject(api)).forEach(action: \.row, state: \AppState.rows)
  /// }
  /// ```
  @inlinable
  public func map<Other>(
    _ transform: @escaping @MainActor (M) -> Other
  ) -> MiddlewareReader<Dependencies, Other> {
    MiddlewareReader<Dependencies, Other> { transform(make($0)) }
  }

  /// A reader that takes other dependencies and finds its own in them.
  ///
  /// - Parameter transform: Finds this reader's dependencies.
  /// - Returns: A reader of the same middleware.
  @inlinable
  public func contramapDependencies<World>(
    _ transform: @escaping @MainActor (World) -> Dependencies
  ) -> MiddlewareReader<World, M> {
    MiddlewareReader<World, M> { make(transform($0)) }
  }
}

extension MiddlewareReader where M: Middleware & SendableMetatype {
  /// This reader's middleware, then another one's, from the same dependencies.
  ///
  /// Middleware that conforms on the main actor only is composed after it has been made.
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

/// The name that SwiftRex gives to the middleware that does nothing; it is an empty composition.
public typealias IdentityMiddleware<InputAction, OutputAction: Sendable, State> =
  ComposedMiddleware<InputAction, OutputAction, State>

extension MiddlewareReader {
  /// The reader of the middleware that does nothing; composing with it changes nothing.
  @inlinable
  public static func identity<InputAction, OutputAction: Sendable, State>() -> MiddlewareReader
  where M == IdentityMiddleware<InputAction, OutputAction, State> {
    pure(IdentityMiddleware())
  }
}

extension MiddlewareReader where Dependencies == Void {
  /// The middleware.
  @inlinable
  @MainActor
  public func inject() -> M { make(()) }
}
