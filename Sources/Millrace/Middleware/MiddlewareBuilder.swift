// SPDX-License-Identifier: Apache-2.0

/// Composes the middlewares of a block, in order.
///
/// A middleware that sends nothing (`Never`) fits in between the others as it is.
///
/// ```swift
/// let middleware = ComposedMiddleware<AppAction, AppAction, AppState> {
///   LoggerMiddleware()
///   if isOnline { library }
///   for feature in features { feature }
/// }
/// ```
@MainActor
@resultBuilder
public enum MiddlewareBuilder<InputAction, OutputAction: Sendable, State> {
  /// What every statement becomes.
  public typealias Composed = ComposedMiddleware<InputAction, OutputAction, State>

  /// One middleware.
  public static func buildExpression(
    _ middleware: some Middleware<InputAction, OutputAction, State>
  ) -> Composed {
    Composed(middleware)
  }

  /// One middleware that sends nothing.
  @_disfavoredOverload
  public static func buildExpression(
    _ middleware: some Middleware<InputAction, Never, State>
  ) -> Composed {
    Composed(middleware.lift(outputAction: Lift.absurd))
  }

  /// All statements of a block.
  public static func buildBlock(_ parts: Composed...) -> Composed { buildArray(parts) }

  /// The rounds of a loop.
  public static func buildArray(_ parts: [Composed]) -> Composed {
    Composed(parts.flatMap(\.parts))
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: Composed?) -> Composed { part ?? Composed() }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: Composed) -> Composed { part }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second part: Composed) -> Composed { part }

  /// A part that needs a newer system.
  public static func buildLimitedAvailability(_ part: Composed) -> Composed { part }
}

extension ComposedMiddleware {
  /// Composes the middlewares of a block, in order.
  public init(
    @MiddlewareBuilder<InputAction, OutputAction, State> _ parts: () -> ComposedMiddleware
  ) {
    self = parts()
  }
}
