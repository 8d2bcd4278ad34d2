// SPDX-License-Identifier: Apache-2.0

precedencegroup CompositionPrecedence {
  associativity: left
  higherThan: NilCoalescingPrecedence
}

/// Puts two features or two middlewares one after the other.
infix operator <> : CompositionPrecedence

extension FeatureType {
  /// The left feature, then the right one.
  ///
  /// Complexity: O(number of features of which the two are made).
  @_alwaysEmitIntoClient
  public static func <> (
    first: Self, second: some FeatureType<State, Action>
  ) -> Feature<State, Action> {
    Feature.combined([first.feature, second.feature])
  }

  /// The left feature, then the right one.
  ///
  /// Complexity: O(number of features of which the two are made).
  @_alwaysEmitIntoClient
  public static func <> (first: Self, second: Self) -> Feature<State, Action> {
    Feature.combined([first.feature, second.feature])
  }
}

extension Feature {
  /// One feature that runs several in order on the same state and action.
  ///
  /// What they start, starts in the same order. The result can throw only if one of them can; then
  /// all of them work on the same copy and all of their changes count, or none.
  ///
  /// Features that were lifted along a ``CasePath`` are routed: an action costs the features of its
  /// case, not a question to each. All others run for every action, in their place.
  ///
  /// Complexity: O(number of features).
  @_alwaysEmitIntoClient
  public static func combine(
    _ features: any FeatureType<State, Action>...
  ) -> Feature {
    combine(features)
  }

  /// One feature that runs several in order on the same state and action.
  ///
  /// Complexity: O(number of features).
  @_alwaysEmitIntoClient
  public static func combine(
    _ features: [any FeatureType<State, Action>]
  ) -> Feature {
    combined(features.map { $0.feature })
  }

  /// Combines the features of a block, in order.
  ///
  /// ```swift
  /// let app = Feature<AppState, AppAction>.combine {
  ///   search(library).lift(action: \.search, state: \.search)
  ///   detail.ifLet(action: \.detail, state: \.detail)
  ///   Reducer { state, action in if case .reset = action { state = AppState() } }
  /// }
  /// ```
  ///
  /// Complexity: as that of a list.
  public static func combine(
    @Builder _ features: () -> Feature
  ) -> Feature {
    // Not an initializer: beside the one that takes a closure of state and action, the compiler
    // would name no mistake in either.
    features()
  }
}

extension FeatureType {
  /// This feature, with something done before and after it.
  ///
  /// ```swift
  /// let timed = board.surrounded { state, action, run in
  ///   let old = state.cards.count
  ///   if run(&state), state.cards.count > old { state.added += 1 }
  /// }
  /// ```
  ///
  /// What is known before is a local value afterwards, so that neither the state nor a box has to
  /// keep it. The middleware, the state-driven effects and the children of the feature stay.
  ///
  /// Complexity: a call of the closure for each action, without an allocation.
  ///
  /// - Parameter body: Gets the state, the action, and what runs the feature: call it at most once.
  ///   It returns false if the feature has thrown; the error is thrown when the closure returns.
  /// - Returns: The feature. It throws and starts what this one does.
  @_alwaysEmitIntoClient
  public func surrounded(
    by body: @escaping @Sendable (inout State, Action, _ run: (inout State) -> Bool) -> Void
  ) -> Feature<State, Action> {
    let feature = feature
    guard case .reduce(let reduce) = feature.step else {
      return surroundedByEffects { state, action, run in
        body(&state, action, run)
        return .none
      }
    }
    return Feature(
      step: .reduce { state, action in
        body(&state, action) { state in
          reduce(&state, action)
          return true
        }
      }, attachments: feature.attachments)
  }

  /// This feature, with something done before and after it that starts an effect.
  ///
  /// It is ``surrounded(by:)`` but for the effect, which starts before those of the feature.
  ///
  /// Complexity: a call of the closure for each action, without an allocation.
  ///
  /// - Parameter body: Gets the state, the action, and what runs the feature: call it at most once.
  ///   It returns false if the feature has thrown; nothing starts then, and the error is thrown
  ///   when the closure returns.
  /// - Returns: The feature. It throws what this one does.
  @_alwaysEmitIntoClient
  public func surroundedByEffects(
    from body:
      @escaping @Sendable (
        inout State, Action, _ run: (inout State) -> Bool
      ) -> Effect<Action>
  ) -> Feature<State, Action> {
    let feature = feature
    let step = feature.step
    return Feature(
      step: .run(
        { state, action, reader in
          var (second, failure) = (Effect<Action>.none, (any Error)?.none)
          let first = body(&state, action) { state in
            do { second = try step(&state, action, reader) } catch { failure = error }
            return failure == nil
          }
          if let failure { throw failure }
          return first.isNone ? second : second.isNone ? first : .merge(first, second)
        }, canThrow: step.canThrow), attachments: feature.attachments)
  }
}

extension Feature {
  /// A feature that runs another one, or a reducer, and lets a middleware see the actions first.
  ///
  /// The middleware handles an action before any feature of the store changes the state, and is
  /// lifted with the feature: in a `forEach` it sees the actions of each element, with the
  /// element's state, and what it starts ends with the element.
  @MainActor
  public init(
    _ feature: any FeatureType<State, Action>, middleware: some Middleware<Action, Action, State>
  ) {
    self = .combined([feature.feature, Feature(middleware: middleware)])
  }

  /// The same with a middleware that sends nothing.
  @MainActor
  @_disfavoredOverload
  public init(
    _ feature: any FeatureType<State, Action>, middleware: some Middleware<Action, Never, State>
  ) {
    self.init(feature, middleware: middleware.lift(outputAction: { _ -> Action in }))
  }

  /// A feature that changes nothing and lets a middleware see the actions.
  @MainActor
  public init(middleware: any Middleware<Action, Action, State>) {
    self.init(
      step: .identity,
      attachments: FeatureAttachments(middleware: [{ AnyMiddleware(middleware) }]))
  }
}

extension Feature {
  /// Combines the features of a block, in order.
  @resultBuilder
  public enum Builder {
    /// What every statement becomes.
    public typealias Part = Feature

    /// One feature, reducer, or anything else that makes a feature.
    public static func buildExpression(_ feature: some FeatureType<State, Action>) -> Part {
      feature.feature
    }

    /// All statements of a block.
    public static func buildBlock(_ parts: Part...) -> Part { Feature.combined(parts) }

    /// The rounds of a loop.
    public static func buildArray(_ parts: [Part]) -> Part { Feature.combined(parts) }

    /// An `if` without `else`.
    public static func buildOptional(_ part: Part?) -> Part { part ?? .identity }

    /// The first branch of an `if` or `switch`.
    public static func buildEither(first part: Part) -> Part { part }

    /// Another branch of an `if` or `switch`.
    public static func buildEither(second part: Part) -> Part { part }

    /// A part that needs a newer system.
    public static func buildLimitedAvailability(_ part: Part) -> Part { part }
  }
}

extension Feature {
  /// What this feature contributes to a combination, besides what is attached to it.
  @_alwaysEmitIntoClient
  var routeParts: [Feature] {
    if case .identity = step { [] } else { parts ?? [self] }
  }

  @_alwaysEmitIntoClient var isIdentity: Bool {
    if case .identity = step { attachments == nil } else { false }
  }

  /// The one place that combines.
  @_alwaysEmitIntoClient
  static func combined(_ features: [Feature]) -> Feature {
    let features = features.filter { !$0.isIdentity }
    guard features.count > 1 else { return features.first ?? .identity }
    let attachments = FeatureAttachments.combined(features.compactMap(\.attachments))
    let parts = features.flatMap(\.routeParts)
    if parts.contains(where: { $0.caseTest != nil }) {
      return Feature(step: RouteTable(parts).step, parts: parts, attachments: attachments)
    }
    return Feature(
      step: features.dropFirst().reduce(features[0].step) { $0.followed(by: $1.step) },
      attachments: attachments)
  }
}

extension Feature.Step {
  @_alwaysEmitIntoClient
  func followed(by next: Self) -> Self {
    switch (self, next) {
    case (.identity, _): return next
    case (_, .identity): return self
    case (.reduce(let one), .reduce(let two)):
      return .reduce { state, action in
        one(&state, action)
        two(&state, action)
      }
    default:
      return .run(
        { state, action, reader in
          let first = try self(&state, action, reader)
          let second = try next(&state, action, reader)
          return first.isNone ? second : second.isNone ? first : .merge(first, second)
        }, canThrow: canThrow || next.canThrow)
    }
  }

  @_alwaysEmitIntoClient var canThrow: Bool {
    if case .run(_, let canThrow) = self { canThrow } else { false }
  }

  @_alwaysEmitIntoClient
  func callAsFunction(
    _ state: inout State, _ action: Action, _ reader: () -> StateReader<State>
  ) throws -> Effect<Action> {
    switch self {
    case .identity: break
    case .reduce(let reduce): reduce(&state, action)
    case .run(let run, _): return try run(&state, action, reader)
    }
    return .none
  }
}
