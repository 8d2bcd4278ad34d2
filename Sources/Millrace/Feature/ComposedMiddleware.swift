// SPDX-License-Identifier: Apache-2.0

/// Several middlewares as one: they handle in order, and their effects start in the same order.
///
/// Compositions are flat: composing composed middlewares creates one list, also if their types were
/// erased. An empty composition, `ComposedMiddleware()`, does nothing and adds no part. Parts that
/// were lifted with a ``CasePath`` to one case are routed if the action type numbers its cases
/// (``CasePathable``): in general, an action is passed only to the parts of its case, and the other
/// routed parts cost nothing; <doc:Modules> has the exceptions. Parts that are not routed see every
/// action. Routing does not change the order of the parts.
public struct ComposedMiddleware<InputAction, OutputAction: Sendable, State>:
  Middleware
{
  /// The parts, in order.
  public let parts: [AnyMiddleware<InputAction, OutputAction, State>]
  /// The routes to the parts; nil if no part is routed or there is only one part.
  @usableFromInline
  let routes: CaseRoutes<InputAction, [AnyMiddleware<InputAction, OutputAction, State>]>?

  /// Creates a composition of parts.
  ///
  /// Complexity: O(number of parts).
  public init(_ parts: [AnyMiddleware<InputAction, OutputAction, State>] = []) {
    let parts = parts.flatMap { $0.parts ?? [$0] }
    self.parts = parts
    let tests = parts.map { $0.traits.caseTest }
    routes =
      parts.count > 1 && tests.contains { $0 != nil }
      ? CaseRoutes(tests, of: "middleware") { positions in positions.map { parts[$0] } }
      : nil
  }

  /// Calls `handle` of each part that the action can concern and merges their effects.
  @_alwaysEmitIntoClient
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    var first = Effect<OutputAction>.none
    var more: [Effect<OutputAction>] = []
    for part in concerned(by: action) {
      let effect = part.handle(action, from: source, state: state)
      if effect.isNone { continue }
      if first.isNone { first = effect } else { more.append(effect) }
    }
    return more.isEmpty ? first : .merge([first] + more)
  }

  /// Calls `didReject` of each part that the action can concern.
  @_alwaysEmitIntoClient
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    for part in concerned(by: action) { part.traits.didReject(action, source, error) }
  }

  /// The probes of all parts, in order.
  public var probes: [any StoreProbe] { parts.flatMap { $0.traits.probes } }

  /// Returns the parts that an action can concern.
  @_alwaysEmitIntoClient
  func concerned(
    by action: InputAction
  ) -> [AnyMiddleware<InputAction, OutputAction, State>] {
    guard let routes, let route = routes.route(of: action) else { return parts }
    // Sound: the table retains its routes until its `deinit`.
    return route.withObject(of: routes) { $0.plan }
  }

  /// The traits of all parts, in order.
  public var traits: AnyMiddleware<InputAction, OutputAction, State>.Traits {
    let all = parts.compactMap { $0.traits.afterCommit }
    let afterCommit: @MainActor () -> Void = { for afterCommit in all { afterCommit() } }
    return Traits(
      didReject: { didReject($0, from: $1, error: $2) },
      afterCommit: all.isEmpty ? nil : afterCommit, probes: probes)
  }
}

extension Middleware {
  /// Composes two middlewares of the same types; `first` handles each action before `second`.
  public static func <> <Other: Middleware>(
    first: Self, second: Other
  ) -> ComposedMiddleware<InputAction, OutputAction, State>
  where
    Other.InputAction == InputAction, Other.OutputAction == OutputAction, Other.State == State
  {
    ComposedMiddleware([AnyMiddleware(first), AnyMiddleware(second)])
  }
}

extension ComposedMiddleware {
  /// Composes the middlewares of a block, in order.
  ///
  /// A middleware that sends nothing (`Never`) can be listed without a lift.
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
  public enum Builder {
    /// The result type of every statement.
    public typealias Composed = ComposedMiddleware

    /// One middleware.
    public static func buildExpression(
      _ middleware: some Middleware<InputAction, OutputAction, State>
    ) -> Composed {
      Composed([AnyMiddleware(middleware)])
    }

    /// One middleware that sends nothing.
    @_disfavoredOverload
    public static func buildExpression(
      _ middleware: some Middleware<InputAction, Never, State>
    ) -> Composed {
      buildExpression(middleware.lift(outputAction: { _ -> OutputAction in }))
    }

    /// All statements of a block.
    public static func buildBlock(_ parts: Composed...) -> Composed { buildArray(parts) }

    /// The iterations of a loop.
    public static func buildArray(_ parts: [Composed]) -> Composed {
      Composed(parts.flatMap { $0.parts })
    }

    /// An `if` without `else`.
    public static func buildOptional(_ part: Composed?) -> Composed { part ?? Composed() }

    /// The first branch of an `if` or `switch`.
    public static func buildEither(first part: Composed) -> Composed { part }

    /// Another branch of an `if` or `switch`.
    public static func buildEither(second part: Composed) -> Composed { part }

    /// A statement in an `if #available`.
    public static func buildLimitedAvailability(_ part: Composed) -> Composed { part }
  }
}

extension ComposedMiddleware {
  /// Composes the middlewares of a block, in order.
  public init(
    @Builder _ parts: () -> ComposedMiddleware
  ) {
    self = parts()
  }
}

/// A middleware whose own type is erased, or a middleware that is made of closures.
///
/// ```swift
/// let audit = AnyMiddleware<AppAction, Never, AppState> { action, source, state in
///   .perform { _ in print(action, source) }
/// }
/// ```
///
/// An erased composition can be composed again: its parts become parts of the larger composition.
nonisolated public struct AnyMiddleware<InputAction, OutputAction: Sendable, State>:
  Middleware
{
  @usableFromInline let handle:
    @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>
  /// The traits of the wrapped middleware.
  public let traits: Traits
  /// The parts of a composition, or nil if the wrapped middleware is not a composition.
  let parts: [AnyMiddleware]?

  /// Creates a middleware from closures.
  ///
  /// - Parameters:
  ///   - handle: Called with each action before the reducer.
  ///   - didReject: Called if the reducer threw an error for an action.
  public init(
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>,
    didReject: @escaping @MainActor (InputAction, ActionSource, any Error) -> Void = { _, _, _ in }
  ) {
    self.init(traits: Traits(didReject: didReject, probes: []), handle)
  }

  /// Creates a middleware from its traits and the closure that handles an action.
  @usableFromInline
  init(
    traits: Traits,
    _ handle:
      @escaping @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>
  ) {
    self.handle = handle
    self.traits = traits
    parts = nil
  }

  /// Wraps a middleware.
  ///
  /// Complexity: O(1); O(number of parts) for a composition.
  @MainActor
  @_alwaysEmitIntoClient
  public init(_ base: some Middleware<InputAction, OutputAction, State>) {
    self.init(erasing: base) { base.handle($0, from: $1, state: $2) }
  }

  // The closure is created in the caller's module, where the type of `base` is known.
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
    traits = base.traits
    parts = (base as? ComposedMiddleware<InputAction, OutputAction, State>)?.parts
  }

  /// Passes the action to the wrapped middleware.
  @MainActor
  @_alwaysEmitIntoClient
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    handle(action, source, state)
  }

  /// Passes the rejection to the wrapped middleware.
  @MainActor
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    traits.didReject(action, source, error)
  }

  /// The probes of the wrapped middleware.
  public var probes: [any StoreProbe] { traits.probes }
}
