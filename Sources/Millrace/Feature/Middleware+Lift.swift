// SPDX-License-Identifier: Apache-2.0

extension Middleware {
  /// Returns this middleware for a larger state and action.
  ///
  /// ```swift
  /// let app = weather.lift(
  ///   inputAction: \AppAction.weather, outputAction: AppAction.weather,
  ///   state: \AppState.weather)
  /// ```
  ///
  /// A middleware that sends nothing (`Never`) is lifted with
  /// `outputAction: { _ -> AppAction in }` or along a case path, and one that reads nothing with
  /// `state: { _ in }`.
  ///
  /// - Parameters:
  ///   - inputAction: Returns this middleware's action within the larger action, or nil if the
  ///     action is not for this middleware. Then the middleware does not see the action, and the
  ///     only cost is this call.
  ///   - outputAction: Returns the larger action for an action that this middleware sends. It
  ///     cannot drop an action.
  ///   - state: Returns this middleware's state within the larger state.
  /// - Returns: A middleware of the larger types.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: @escaping (GlobalInput) -> InputAction?,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> & SendableMetatype {
    lifted(inputAction, ActionTranslation(toWhole: outputAction, input: inputAction), state: state)
  }

  /// Returns this middleware for a larger state and action; a case path finds its actions.
  ///
  /// ```swift
  /// let app = weather.lift(action: AppAction.casePaths.weather, state: \AppState.weather)
  /// ```
  ///
  /// Middlewares that were lifted with a path to one case are routed when they are composed, if the
  /// larger action type numbers its cases (``CasePathable``): in general, the cost of an action is
  /// that of the middlewares of its case and does not depend on the number of others.
  /// <doc:Modules> has the exceptions.
  ///
  /// - Parameters:
  ///   - action: The path to this middleware's actions within the larger actions.
  ///   - state: The path to this middleware's state within the larger state.
  /// - Returns: A middleware of the larger types.
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: Sendable, GlobalState>(
    action: any CasePathType<GlobalAction, InputAction>, state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState> & SendableMetatype
  where InputAction == OutputAction {
    let action = action.casePath
    return lift(
      inputAction: action, outputAction: { action.embed($0) }, state: { $0[keyPath: state] })
  }

  /// Returns this middleware for a larger state and action:
  /// `lift(action: \.weather, state: \.weather)`.
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: CasePathable & Sendable, GlobalState>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState> & SendableMetatype
  where InputAction == OutputAction {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }

  /// Returns this middleware, which sends nothing, for a larger state and action.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: Sendable, GlobalState>(
    action: any CasePathType<GlobalAction, InputAction>, state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState> & SendableMetatype
  where OutputAction == Never {
    lift(
      inputAction: action.casePath, outputAction: { _ -> GlobalAction in },
      state: { $0[keyPath: state] })
  }

  /// Returns this middleware, which sends nothing, for a larger state and action:
  /// `lift(action: \.weather, state: \.weather)`.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func lift<GlobalAction: CasePathable & Sendable, GlobalState>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState, State>
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState> & SendableMetatype
  where OutputAction == Never {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }

  /// Returns this middleware for a larger state and action; a case path finds and routes the
  /// actions that it handles.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: CasePath<GlobalInput, InputAction>,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> & SendableMetatype {
    lifted(
      inputAction.extractValue,
      ActionTranslation(toWhole: outputAction, input: inputAction.extractValue),
      state: state, caseTest: inputAction.caseTest)
  }

  /// Returns this middleware for larger input actions that contain its input actions.
  @_alwaysEmitIntoClient
  public func lift<GlobalInput>(
    inputAction: @escaping (GlobalInput) -> InputAction?
  ) -> some Middleware<GlobalInput, OutputAction, State> & SendableMetatype {
    lifted(inputAction, ActionTranslation(toWhole: { $0 }, toPart: { $0 }), state: { $0 })
  }

  /// Returns this middleware with its output actions translated into larger actions.
  @_alwaysEmitIntoClient
  public func lift<GlobalOutput: Sendable>(
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput
  ) -> some Middleware<InputAction, GlobalOutput, State> & SendableMetatype {
    lifted(
      { $0 }, ActionTranslation(toWhole: outputAction, input: { (action: InputAction) in action }),
      state: { $0 }, caseTest: traits.caseTest)
  }

  /// Returns this middleware for a larger state of which it reads a part.
  @_alwaysEmitIntoClient
  public func lift<GlobalState>(
    state: @escaping (GlobalState) -> State
  ) -> some Middleware<InputAction, OutputAction, GlobalState> & SendableMetatype {
    lifted(
      { $0 }, ActionTranslation(toWhole: { $0 }, toPart: { $0 }), state: state,
      caseTest: traits.caseTest)
  }

  /// Lifts this middleware; all functions that lift middlewares use it.
  ///
  /// - Parameters:
  ///   - input: Returns this middleware's action within a larger action, or nil if there is none.
  ///   - output: Translates the sent actions into larger actions, and back.
  ///   - state: Returns this middleware's state within the larger state.
  ///   - caseTest: A test that returns, from the case of an action alone, whether the action can
  ///     concern this middleware; nil if every action can.
  ///   - liftID: The identity of this lift if it lifts a feature with children; otherwise nil.
  /// - Returns: A middleware of the larger types.
  @_alwaysEmitIntoClient
  func lifted<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    _ input: @escaping (GlobalInput) -> InputAction?,
    _ output: ActionTranslation<OutputAction, GlobalOutput>,
    state: @escaping (GlobalState) -> State, caseTest: CaseTest<GlobalInput>? = nil,
    liftID: LiftID? = nil
  ) -> AnyMiddleware<GlobalInput, GlobalOutput, GlobalState> {
    AnyMiddleware(traits: traits.lifted(input, caseTest: caseTest)) {
      action, source, global in
      guard let local = input(action) else { return .none }
      let effect = handle(local, from: source, state: global.map(state))
      return effect.isNone ? .none : effect.translated(output).lifted(to: liftID)
    }
  }
}

extension AnyMiddleware.Traits {
  /// Returns these traits for a larger input action.
  ///
  /// `didReject` is called for the middleware's own actions only. The probes are called for the
  /// whole store.
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
  /// Creates the translation of the actions that a middleware sends.
  ///
  /// If the input and output actions have the same type, before and after the lift, `input` also
  /// translates the larger output actions back. Otherwise there is no translation back.
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
