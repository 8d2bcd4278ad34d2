// SPDX-License-Identifier: Apache-2.0

extension Middleware {
  /// This middleware as part of a larger world.
  ///
  /// ```swift
  /// let app = weather.lift(
  ///   inputAction: \AppAction.weather, outputAction: AppAction.weather,
  ///   state: \AppState.weather)
  /// ```
  ///
  /// A middleware that sends nothing is lifted with ``Lift/absurd(_:)``, one that reads nothing
  /// with ``Lift/ignore(_:)``, and what has the right type already with ``Lift/identity(_:)``.
  ///
  /// - Parameters:
  ///   - inputAction: This middleware's action within the larger one; nil means it is not meant,
  ///     and then the middleware neither sees it nor costs more than this question.
  ///   - outputAction: Makes a larger action of what this middleware sends. There is no way to
  ///     drop one.
  ///   - state: This middleware's state within the larger one.
  /// - Returns: A middleware of the larger types.
  @inlinable
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: @escaping (GlobalInput) -> InputAction?,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> LiftedMiddleware<Self, GlobalInput, GlobalOutput, GlobalState> {
    LiftedMiddleware(self, input: inputAction, output: outputAction, state: state)
  }

  /// This middleware as part of a larger world, where it finds its actions and puts what it sends.
  ///
  /// ```swift
  /// let app = weather.lift(action: AppAction.casePaths.weather, state: \AppState.weather)
  /// ```
  ///
  /// Middlewares that were lifted along a case are routed when they are composed: an action costs
  /// what the middlewares of its case cost, however many others there are.
  ///
  /// - Parameters:
  ///   - action: This middleware's actions within the larger ones.
  ///   - state: This middleware's state within the larger one.
  /// - Returns: A middleware of the larger types.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState>(
    action: CasePath<GlobalAction, InputAction>, state: KeyPath<GlobalState, State>
  ) -> LiftedMiddleware<Self, GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    lift(inputAction: action, outputAction: { action.embed($0) }, state: { $0[keyPath: state] })
  }

  /// This middleware as part of a larger world: `lift(action: \.weather, state: \.weather)`.
  @inlinable
  public func lift<GlobalAction: CasePathable & Sendable, GlobalState>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState, State>
  ) -> LiftedMiddleware<Self, GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }

  /// This middleware as part of a larger world; its actions are found by a case path, and it is
  /// routed by it.
  @inlinable
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: CasePath<GlobalInput, InputAction>,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> LiftedMiddleware<Self, GlobalInput, GlobalOutput, GlobalState> {
    LiftedMiddleware(
      self, input: inputAction.extractValue, output: outputAction, state: state,
      caseTest: inputAction.caseTest)
  }

  /// This middleware as part of a larger world, with key paths that are at hand as values.
  @inlinable
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: KeyPath<GlobalInput, InputAction?>,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: KeyPath<GlobalState, State>
  ) -> LiftedMiddleware<Self, GlobalInput, GlobalOutput, GlobalState> {
    lift(
      inputAction: { $0[keyPath: inputAction] }, outputAction: outputAction,
      state: { $0[keyPath: state] })
  }

  /// The same middleware, handling the actions that it finds in others.
  @inlinable
  public func lift<GlobalInput>(
    inputAction: @escaping (GlobalInput) -> InputAction?
  ) -> LiftedMiddleware<Self, GlobalInput, OutputAction, State> {
    LiftedMiddleware(
      self, input: inputAction, output: Lift.identity, state: Lift.identity, back: { $0 })
  }

  /// The same middleware, sending larger actions; one level of an action tree at a time.
  @inlinable
  public func lift<GlobalOutput: Sendable>(
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput
  ) -> LiftedMiddleware<Self, InputAction, GlobalOutput, State> {
    LiftedMiddleware(
      self, input: Lift.identity, output: outputAction, state: Lift.identity, caseTest: routedCase)
  }

  /// The same middleware, reading a part of a larger state.
  @inlinable
  public func lift<GlobalState>(
    state: @escaping (GlobalState) -> State
  ) -> LiftedMiddleware<Self, InputAction, OutputAction, GlobalState> {
    LiftedMiddleware(
      self, input: Lift.identity, output: Lift.identity, state: state, caseTest: routedCase,
      back: { $0 })
  }
}
