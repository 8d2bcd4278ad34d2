// SPDX-License-Identifier: Apache-2.0

extension Middleware {
  /// This middleware as part of a larger state and action.
  ///
  /// ```swift
  /// let app = weather.lift(
  ///   inputAction: \AppAction.weather, outputAction: AppAction.weather,
  ///   state: \AppState.weather)
  /// ```
  ///
  /// A middleware that sends nothing (`Never`) is lifted with
  /// `outputAction: { _ -> AppAction in }`, one that reads nothing with `state: { _ in }`.
  ///
  /// - Parameters:
  ///   - inputAction: This middleware's action within the larger one; nil means it is not meant,
  ///     and then the middleware neither sees it nor costs more than this question.
  ///   - outputAction: Makes a larger action of what this middleware sends. There is no way to
  ///     drop one.
  ///   - state: This middleware's state within the larger one.
  /// - Returns: A middleware of the larger types.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: @escaping (GlobalInput) -> InputAction?,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> {
    LiftedMiddleware(self, input: inputAction, output: outputAction, state: state)
  }

  /// This middleware as part of a larger state and action, by a case path.
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
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: Sendable, GlobalState>(
    action: CasePath<GlobalAction, InputAction>, state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    lift(inputAction: action, outputAction: { action.embed($0) }, state: { $0[keyPath: state] })
  }

  /// This middleware as part of a larger state and action:
  /// `lift(action: \.weather, state: \.weather)`.
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: CasePathable & Sendable, GlobalState>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }

  /// This middleware as part of a larger state and action; a case path finds its actions and routes
  /// them.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: CasePath<GlobalInput, InputAction>,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> {
    LiftedMiddleware(
      self, input: inputAction.extractValue, output: outputAction, state: state,
      caseTest: inputAction.caseTest)
  }

  /// This middleware as part of a larger state and action, by key paths.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: KeyPath<GlobalInput, InputAction?>,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> {
    lift(
      inputAction: { $0[keyPath: inputAction] }, outputAction: outputAction,
      state: { $0[keyPath: state] })
  }

  /// The same middleware, handling the actions that it finds in others.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput>(
    inputAction: @escaping (GlobalInput) -> InputAction?
  ) -> some Middleware<GlobalInput, OutputAction, State> {
    LiftedMiddleware(
      self, input: inputAction, output: { $0 }, state: { $0 }, back: { $0 })
  }

  /// The same middleware, sending larger actions; one level of an action tree at a time.
  @_alwaysEmitIntoClient
  public func lift<GlobalOutput: Sendable>(
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput
  ) -> some Middleware<InputAction, GlobalOutput, State> {
    LiftedMiddleware(
      self, input: { $0 }, output: outputAction, state: { $0 }, caseTest: routedCase)
  }

  /// The same middleware, reading a part of a larger state.
  @_alwaysEmitIntoClient
  public func lift<GlobalState>(
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<InputAction, OutputAction, GlobalState> {
    LiftedMiddleware(
      self, input: { $0 }, output: { $0 }, state: state, caseTest: routedCase,
      back: { $0 })
  }
}

/// A middleware as part of a larger state and action: made by `lift`.
@usableFromInline
struct LiftedMiddleware<Base: Middleware, InputAction, OutputAction: Sendable, State>:
  WrappingMiddleware
{
  @usableFromInline let base: Base
  @usableFromInline let input: (InputAction) -> Base.InputAction?
  @usableFromInline let output: ActionWay<Base.OutputAction, OutputAction>
  @usableFromInline let state: (State) -> Base.State
  /// Tells from the case of an action alone whether the part is meant; nil: it may always be.
  @usableFromInline let caseTest: CaseTest<InputAction>?
  @usableFromInline let traitsOfBase: Base.Traits
  /// Tells this lift from others, where it is that of a feature with children.
  @usableFromInline let place: ChildPlace?

  @_alwaysEmitIntoClient
  init(
    _ base: Base, input: @escaping (InputAction) -> Base.InputAction?,
    output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
    state: @escaping (State) -> Base.State,
    caseTest: CaseTest<InputAction>? = nil,
    back: (@MainActor (OutputAction) -> Base.OutputAction?)? = nil, place: ChildPlace? = nil
  ) {
    self.base = base
    self.input = input
    self.output = ActionWay(out: output, back: back ?? Self.wayBack(input))
    self.state = state
    self.caseTest = caseTest
    traitsOfBase = Base.Traits(of: base)
    self.place = place
  }

  /// The way back of actions, where both action types are the same: what finds an input action
  /// finds an output action too.
  @usableFromInline
  static func wayBack(
    _ input: @escaping (InputAction) -> Base.InputAction?
  ) -> (@MainActor (OutputAction) -> Base.OutputAction?)? {
    guard InputAction.self == OutputAction.self, Base.InputAction.self == Base.OutputAction.self
    else { return nil }
    return { action in (action as? InputAction).flatMap(input) as? Base.OutputAction }
  }

  /// Lets the part handle the action if it is meant; otherwise there is nothing to do.
  @_alwaysEmitIntoClient
  func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    guard let local = input(action) else { return .none }
    let effect = base.handle(local, from: source, state: state.map(self.state))
    return effect.isNone ? .none : effect.translated(output).lifted(to: place)
  }

  /// The traits for the larger types: the middleware is told of rejections of its own actions, and
  /// its probes are called for all of the store.
  @usableFromInline var traits: Traits {
    var afterCommit: (@MainActor (StateReader<State>) -> Void)?
    if let ofBase = traitsOfBase.afterCommit { afterCommit = { ofBase($0.map(state)) } }
    return Traits(
      didReject: { action, source, error in
        if let local = input(action) { traitsOfBase.didReject(local, source, error) }
      },
      afterCommit: afterCommit, probes: traitsOfBase.probes, caseTest: caseTest)
  }
}
