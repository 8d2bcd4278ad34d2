// SPDX-License-Identifier: Apache-2.0

/// A middleware whose own type is forgotten, or one that is made of closures.
///
/// ```swift
/// let audit = AnyMiddleware<AppAction, Never, AppState> { action, source, state in
///   .perform { _ in print(action, source) }
/// }
/// ```
///
/// A composition stays one: composed again, its parts are parts of the larger composition.
nonisolated public struct AnyMiddleware<InputAction, OutputAction: Sendable, State>:
  WrappingMiddleware
{
  @usableFromInline let handle:
    @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>
  /// The traits of what it wraps.
  public let traits: MiddlewareTraits<InputAction, OutputAction, State>
  /// The parts of a composition; nil for anything else.
  let parts: [AnyMiddleware]?

  /// Creates a middleware from closures.
  ///
  /// - Parameters:
  ///   - handle: Looks at an action before the reducer.
  ///   - didReject: Hears that the reducer threw.
  public init(
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>,
    didReject: @escaping @MainActor (InputAction, ActionSource, any Error) -> Void = { _, _, _ in }
  ) {
    self.handle = handle
    traits = Traits(didReject: didReject, afterCommit: nil, probes: [], caseTest: nil)
    parts = nil
  }

  /// Wraps a middleware.
  ///
  /// Complexity: O(1); O(number of parts) for a composition.
  @MainActor
  @inlinable
  public init(_ base: some Middleware<InputAction, OutputAction, State>) {
    self.init(erasing: base) { base.handle($0, from: $1, state: $2) }
  }

  // The function comes from the caller's module, where its type is known.
  @MainActor
  @usableFromInline
  init(
    erasing base: some Middleware<InputAction, OutputAction, State>,
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>
  ) {
    if let base = base as? AnyMiddleware {
      self = base
      return
    }
    self.handle = handle
    traits = Traits(of: base)
    parts =
      switch base {
      case let composed as ComposedMiddleware<InputAction, OutputAction, State>: composed.parts
      case is IdentityMiddleware<InputAction, OutputAction, State>: []
      default: nil
      }
  }

  /// Passes the action on.
  @MainActor
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    handle(action, source, state)
  }
}
