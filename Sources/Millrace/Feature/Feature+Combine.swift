// SPDX-License-Identifier: Apache-2.0

precedencegroup CompositionPrecedence {
  associativity: left
  higherThan: NilCoalescingPrecedence
}

/// Combines two features or two middlewares; the left one runs first.
infix operator <> : CompositionPrecedence

extension FeatureType {
  /// Returns a feature that runs the left feature and then the right feature.
  ///
  /// Complexity: O(number of features that the two consist of).
  @_alwaysEmitIntoClient
  public static func <> (
    first: Self, second: some FeatureType<State, Action>
  ) -> Feature<State, Action> {
    Feature.combined([first.feature, second.feature])
  }

  /// Returns a feature that runs the left feature and then the right feature.
  ///
  /// Complexity: O(number of features that the two consist of).
  @_alwaysEmitIntoClient
  public static func <> (first: Self, second: Self) -> Feature<State, Action> {
    Feature.combined([first.feature, second.feature])
  }
}

extension Feature {
  /// Returns a feature that runs several features in order on the same state and action.
  ///
  /// Their effects start in the same order. The result can throw only if one of the features can.
  /// Then all of them work on the same copy, and either all of their changes are committed or none.
  ///
  /// Features that were lifted with a ``CasePath`` to one case are routed if the action type
  /// numbers its cases (``CasePathable``): in general, an action runs only the features of its
  /// case, and the other routed features cost nothing; <doc:Modules> has the exceptions. Features
  /// that are not routed run for every action. Routing does not change the order of the features.
  ///
  /// Complexity: O(number of features that they consist of).
  @_alwaysEmitIntoClient
  public static func combine(
    _ features: any FeatureType<State, Action>...
  ) -> Feature {
    combine(features)
  }

  /// Returns a feature that runs several features in order on the same state and action.
  ///
  /// Complexity: O(number of features that they consist of).
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
  /// Complexity: O(number of features that they consist of).
  public static func combine(
    @Builder _ features: () -> Feature
  ) -> Feature {
    // Not an initializer, because another one takes a closure of state and action. With two such
    // initializers, the compiler does not report where in a closure an error is.
    features()
  }
}

extension FeatureType {
  /// Returns this feature with code that runs before and after it.
  ///
  /// ```swift
  /// let timed = board.surrounded { state, action, run in
  ///   let old = state.cards.count
  ///   if run(&state), state.cards.count > old { state.added += 1 }
  /// }
  /// ```
  ///
  /// A value that is computed before the feature runs is a local value of the closure. Neither the
  /// state nor an object has to store it. The middleware and the state-driven effects of the
  /// feature and of its children run as without this code, also if it does not call `run`.
  ///
  /// Complexity: a call of the closure for each action, without an allocation.
  ///
  /// - Parameter body: Gets the state, the action, and a function `run` that runs the feature. Call
  ///   `run` at most once. `run` returns false if the feature has thrown an error, which is thrown
  ///   when the closure returns.
  /// - Returns: The feature. It throws the same errors and starts the same effects as this feature.
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

  /// Returns this feature with code that runs before and after it and returns an effect.
  ///
  /// This method is like ``surrounded(by:)``, but the closure returns an effect, which starts
  /// before the effects of the feature.
  ///
  /// Complexity: a call of the closure for each action; an allocation only if both start effects.
  ///
  /// - Parameter body: Gets the state, the action, and a function `run` that runs the feature. Call
  ///   `run` at most once. `run` returns false if the feature has thrown an error; then no effect
  ///   starts, and the error is thrown when the closure returns.
  /// - Returns: The feature. It throws the same errors as this feature.
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

  /// Returns this feature with code that runs after it if it has changed a value of the state.
  ///
  /// ```swift
  /// let searching = form.onChange(of: \.query) { oldQuery, state in
  ///   .just(.search(state.query)).debounce(id: "search", for: .milliseconds(300))
  /// }
  /// ```
  ///
  /// Only changes by this feature count, with all features that it consists of. The closure sees
  /// all of them, and can change the state too; a change of the value by the closure does not call
  /// it again. To react to several values, use a computed property of the state.
  ///
  /// The old value is held while the feature runs. Therefore a collection is copied if it changes;
  /// use its `count` or its ids if they are enough.
  ///
  /// Complexity: for each action of the feature, two reads of the key path and one `==`.
  ///
  /// The idea comes from the Composable Architecture.
  ///
  /// - Parameters:
  ///   - value: The key path of the value.
  ///   - body: Gets the value before the action, and the state. Its effect starts after those of
  ///     the feature. If it throws, the action is rejected, as if the feature had thrown.
  /// - Returns: The feature. It throws the errors of this feature and of `body`.
  @_alwaysEmitIntoClient
  public func onChange<Value: Equatable & SendableMetatype, Failure: Error>(
    of value: KeyPath<State, Value> & Sendable,
    _ body:
      @escaping @Sendable (
        _ oldValue: Value, inout State
      ) throws(Failure) -> Effect<Action>
  ) -> Feature<State, Action> {
    let feature = feature
    let step = feature.step
    return Feature(
      step: .run(
        { state, action, reader in
          let oldValue = state[keyPath: value]
          let first = try step(&state, action, reader)
          guard oldValue != state[keyPath: value] else { return first }
          let second = try body(oldValue, &state)
          return first.isNone ? second : second.isNone ? first : .merge(first, second)
        }, canThrow: step.canThrow || Failure.self != Never.self),
      caseTest: feature.caseTest, attachments: feature.attachments)
  }
}

extension Feature {
  /// Creates a feature from a feature or a reducer and a middleware.
  ///
  /// The middleware handles an action before any feature of the store changes the state, and after
  /// the middleware that `feature` already has. It is lifted with the feature: in a `forEach` it
  /// sees the actions of each element, with the element's state, and its effects end with the
  /// element. All stores that are created with the feature share the middleware.
  @MainActor
  public init(
    _ feature: any FeatureType<State, Action>, middleware: some Middleware<Action, Action, State>
  ) {
    self = .combined([feature.feature, Feature(middleware: middleware)])
  }

  /// Creates a feature from a feature or a reducer and a middleware that sends nothing.
  @MainActor
  @_disfavoredOverload
  public init(
    _ feature: any FeatureType<State, Action>, middleware: some Middleware<Action, Never, State>
  ) {
    self.init(feature, middleware: middleware.lift(outputAction: { _ -> Action in }))
  }

  /// Creates a feature that changes nothing and whose middleware sees the actions.
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
    /// The result type of every statement.
    public typealias Part = Feature

    /// One feature, reducer, or other ``FeatureType``.
    public static func buildExpression(_ feature: some FeatureType<State, Action>) -> Part {
      feature.feature
    }

    /// All statements of a block.
    public static func buildBlock(_ parts: Part...) -> Part { Feature.combined(parts) }

    /// The iterations of a loop.
    public static func buildArray(_ parts: [Part]) -> Part { Feature.combined(parts) }

    /// An `if` without `else`.
    public static func buildOptional(_ part: Part?) -> Part { part ?? .identity }

    /// The first branch of an `if` or `switch`.
    public static func buildEither(first part: Part) -> Part { part }

    /// Another branch of an `if` or `switch`.
    public static func buildEither(second part: Part) -> Part { part }

    /// A statement in an `if #available`.
    public static func buildLimitedAvailability(_ part: Part) -> Part { part }
  }
}

extension Feature {
  /// The parts that this feature adds to a combination, without its attachments.
  @_alwaysEmitIntoClient
  var routeParts: [Feature] {
    if case .identity = step { [] } else { parts ?? [self] }
  }

  /// True if the feature does nothing and has no attachments.
  @_alwaysEmitIntoClient var isIdentity: Bool {
    if case .identity = step { attachments == nil } else { false }
  }

  /// Combines features; all functions that combine features use it.
  @_alwaysEmitIntoClient
  static func combined(_ features: [Feature]) -> Feature {
    let features = features.filter { !$0.isIdentity }
    guard features.count > 1 else { return features.first ?? .identity }
    let attachments = FeatureAttachments.combined(features.compactMap { $0.attachments })
    let parts = features.flatMap { $0.routeParts }
    if parts.contains(where: { $0.caseTest != nil }) {
      return Feature(step: RouteTable(parts).step, parts: parts, attachments: attachments)
    }
    return Feature(
      step: features.dropFirst().reduce(features[0].step) { $0.followed(by: $1.step) },
      attachments: attachments)
  }
}

extension Feature.Step {
  /// Returns a step that runs this step and then the next one.
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

  /// Runs the step.
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
