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
    lifted(inputAction, ActionTranslation(toWhole: outputAction, input: inputAction), state: state)
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
    action: any CasePathType<GlobalAction, InputAction>, state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    let action = action.casePath
    return lift(
      inputAction: action, outputAction: { action.embed($0) }, state: { $0[keyPath: state] })
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
    lifted(
      inputAction.extractValue,
      ActionTranslation(toWhole: outputAction, input: inputAction.extractValue),
      state: state, caseTest: inputAction.caseTest)
  }

  /// The same middleware, handling the actions that it finds in others.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput>(
    inputAction: @escaping (GlobalInput) -> InputAction?
  ) -> some Middleware<GlobalInput, OutputAction, State> {
    lifted(inputAction, ActionTranslation(toWhole: { $0 }, toPart: { $0 }), state: { $0 })
  }

  /// The same middleware, sending larger actions; one level of an action tree at a time.
  @_alwaysEmitIntoClient
  public func lift<GlobalOutput: Sendable>(
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput
  ) -> some Middleware<InputAction, GlobalOutput, State> {
    lifted(
      { $0 }, ActionTranslation(toWhole: outputAction, input: { (action: InputAction) in action }),
      state: { $0 }, caseTest: routedCase)
  }

  /// The same middleware, reading a part of a larger state.
  @_alwaysEmitIntoClient
  public func lift<GlobalState>(
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<InputAction, OutputAction, GlobalState> {
    lifted(
      { $0 }, ActionTranslation(toWhole: { $0 }, toPart: { $0 }), state: state, caseTest: routedCase
    )
  }

  /// The one place that lifts middlewares.
  ///
  /// - Parameters:
  ///   - input: Finds the action; nil means it is not meant, and there is nothing to do.
  ///   - output: Makes a larger action of what is sent, and finds what is sent in it.
  ///   - state: Finds the state.
  ///   - caseTest: Tells from the case of an action alone whether it is meant; nil: it may be.
  ///   - place: Tells this lift from others, where it is that of a feature with children.
  /// - Returns: A middleware of the larger types.
  @_alwaysEmitIntoClient
  func lifted<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    _ input: @escaping (GlobalInput) -> InputAction?,
    _ output: ActionTranslation<OutputAction, GlobalOutput>,
    state: @escaping (GlobalState) -> State, caseTest: CaseTest<GlobalInput>? = nil,
    place: ChildPlace? = nil
  ) -> AnyMiddleware<GlobalInput, GlobalOutput, GlobalState> {
    AnyMiddleware(traits: traits.lifted(input, caseTest: caseTest)) {
      action, source, global in
      guard let local = input(action) else { return .none }
      let effect = handle(local, from: source, state: global.map(state))
      return effect.isNone ? .none : effect.translated(output).lifted(to: place)
    }
  }
}

extension AnyMiddleware.Traits {
  /// The traits for larger types: the middleware is told of rejections of its own actions, and its
  /// probes are called for all of the store.
  @MainActor
  @usableFromInline
  func lifted<GlobalInput, GlobalOutput, GlobalState>(
    _ input: @escaping (GlobalInput) -> InputAction?, caseTest: CaseTest<GlobalInput>?
  ) -> AnyMiddleware<GlobalInput, GlobalOutput, GlobalState>.Traits {
    AnyMiddleware<_, _, _>.Traits(
      didReject: { action, source, error in
        if let local = input(action) { didReject(local, source, error) }
      }, afterCommit: afterCommit, probes: probes, caseTest: caseTest)
  }
}

extension ActionTranslation {
  /// The way of what a middleware sends.
  ///
  /// Where its input and output actions are the same, here and there, what finds an input action
  /// finds an output action too.
  @MainActor
  @usableFromInline
  init<Input, GlobalInput>(
    toWhole: @escaping @Sendable (Part) -> Whole, input: @escaping (GlobalInput) -> Input?
  ) {
    guard GlobalInput.self == Whole.self && Input.self == Part.self else {
      self.init(toWhole: toWhole)
      return
    }
    self.init(toWhole: toWhole) { whole in (whole as? GlobalInput).flatMap(input) as? Part }
  }
}
