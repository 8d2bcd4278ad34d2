// SPDX-License-Identifier: Apache-2.0

/// Several middlewares as one: they handle in order, and their effects start in the same order.
///
/// Compositions are flat: composing composed ones makes one list, also if their types were erased,
/// and an empty one, `ComposedMiddleware()`, vanishes: it is the middleware that does nothing.
/// Parts that were lifted along a ``CasePath`` are routed: an action costs the parts of its case,
/// not a question to each. All other parts see every action. The order stays that of the parts.
public struct ComposedMiddleware<InputAction, OutputAction: Sendable, State>:
  Middleware
{
  /// The parts, in order.
  public let parts: [AnyMiddleware<InputAction, OutputAction, State>]
  @usableFromInline
  let routes: CaseRoutes<InputAction, [AnyMiddleware<InputAction, OutputAction, State>]>?

  /// Creates a composition of parts.
  ///
  /// Complexity: O(number of parts).
  public init(_ parts: [AnyMiddleware<InputAction, OutputAction, State>] = []) {
    let parts = parts.flatMap { $0.parts ?? [$0] }
    self.parts = parts
    let tests = parts.map(\.traits.caseTest)
    routes =
      parts.count > 1 && tests.contains { $0 != nil }
      ? CaseRoutes(tests, of: "middleware") { positions in positions.map { parts[$0] } }
      : nil
  }

  /// Lets each part handle the action.
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

  /// Tells each part of the rejection.
  @_alwaysEmitIntoClient
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    for part in concerned(by: action) { part.traits.didReject(action, source, error) }
  }

  /// The probes of all parts, in order.
  public var probes: [any StoreProbe] { parts.flatMap(\.traits.probes) }

  /// The parts that an action may concern.
  @_alwaysEmitIntoClient
  func concerned(
    by action: InputAction
  ) -> [AnyMiddleware<InputAction, OutputAction, State>] {
    // Sound: the table holds its routes until it ends, and this middleware holds the table.
    routes?.route(of: action)?._withUnsafeGuaranteedRef { $0.plan } ?? parts
  }

  /// The traits of all parts, in order.
  public var traits: AnyMiddleware<InputAction, OutputAction, State>.Traits {
    Traits(
      didReject: { didReject($0, from: $1, error: $2) }, afterCommit: afterCommitOfParts,
      probes: probes, caseTest: nil)
  }

  private var afterCommitOfParts: (@MainActor () -> Void)? {
    let all = parts.compactMap(\.traits.afterCommit)
    if all.count < 2 { return all.first }
    return { for afterCommit in all { afterCommit() } }
  }
}

extension Middleware {
  /// This middleware, then another one of the same types.
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
  public enum Builder {
    /// What every statement becomes.
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
}

extension ComposedMiddleware {
  /// Composes the middlewares of a block, in order.
  public init(
    @Builder _ parts: () -> ComposedMiddleware
  ) {
    self = parts()
  }
}

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
  Middleware
{
  @usableFromInline let handle:
    @MainActor (InputAction, ActionSource, StateReader<State>) -> Effect<OutputAction>
  /// The traits of what it wraps.
  public let traits: Traits
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
    self.init(
      traits: Traits(didReject: didReject, afterCommit: nil, probes: [], caseTest: nil), handle)
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
    let composed = base as? ComposedMiddleware<InputAction, OutputAction, State>
    traits = base.traits
    parts = composed?.parts
  }

  /// Passes the action on.
  @MainActor
  @_alwaysEmitIntoClient
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    handle(action, source, state)
  }

  /// Tells what it wraps of the rejection.
  @MainActor
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    traits.didReject(action, source, error)
  }

  /// The probes of what it wraps.
  public var probes: [any StoreProbe] { traits.probes }
}
