// SPDX-License-Identifier: Apache-2.0

extension Reducer {
  /// This reducer as part of a larger state and action; changes stay in place.
  ///
  /// ```swift
  /// let app = counter.lift(action: AppAction.casePaths.counter, state: \AppState.counter)
  /// ```
  ///
  /// Reducers that were lifted along a case are routed when they are combined: an action costs what
  /// the reducers of its case cost, however many others there are.
  ///
  /// - Parameters:
  ///   - action: Where this reducer's action is within the larger one.
  ///   - state: This reducer's state within the larger one.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: CasePath<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalState, GlobalAction> {
    lifted(action: action.extractValue, caseTest: action.caseTest, state: Focus(state))
  }

  /// This reducer as part of a larger state and action:
  /// `lift(action: \.counter, state: \.counter)`.
  @inlinable
  public func lift<GlobalState, GlobalAction: CasePathable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalState, GlobalAction> {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }

  /// This reducer as part of a larger state and action, by a closure or an optional property.
  ///
  /// ```swift
  /// let app = counter.lift(action: { $0.counter }, state: \AppState.counter)
  /// let same = counter.lift(action: \AppAction.counter, state: \AppState.counter)
  /// ```
  ///
  /// Such a reducer is asked for every action; lift by a ``CasePath`` to have it routed.
  ///
  /// - Parameters:
  ///   - action: This reducer's action within the larger one; nil means it is not meant.
  ///   - state: This reducer's state within the larger one.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalState, GlobalAction> {
    lifted(action: action, caseTest: nil, state: Focus(state))
  }

  /// This reducer as part of a larger state and action, by closures.
  ///
  /// The part is taken out, changed and put back: a collection in it is copied when it changes. Use
  /// a key path where there is one.
  ///
  /// - Parameters:
  ///   - action: This reducer's action within the larger one; nil means it is not meant.
  ///   - get: Takes this reducer's state out of the larger one.
  ///   - set: Puts it back.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    get: @escaping @Sendable (GlobalState) -> State,
    set: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<GlobalState, GlobalAction> {
    lifted(action: action, caseTest: nil, state: Focus(get: get, set: set))
  }

  /// The one place that lifts.
  ///
  /// - Parameters:
  ///   - extract: Finds the action.
  ///   - caseTest: Tells from the case of the action alone whether there is one.
  ///   - focus: Finds the state.
  /// - Returns: A reducer of the larger types.
  @inlinable
  func lifted<GlobalState, GlobalAction>(
    action extract: @escaping @Sendable (GlobalAction) -> Action?,
    caseTest: CaseTest<GlobalAction>?,
    state focus: Focus<GlobalState, State>
  ) -> Reducer<GlobalState, GlobalAction> {
    let lifted: Reducer<GlobalState, GlobalAction>.Step
    var property: PropertyReducer<GlobalAction>?
    switch step {
    case .identity: return .identity
    case .total(let reduce):
      if case .offset(let offset) = focus.place {
        let inner = self.property ?? PropertyReducer(reduce)
        let outer = PropertyReducer(offset: offset + inner.offset) { property, action in
          guard let local = extract(action) else { return }
          inner.reduce(property, local)
        }
        property = outer
        lifted = .total { outer(&$0, $1) }
      } else {
        lifted = .total { global, action in
          guard let local = extract(action) else { return }
          focus.modify(&global) { reduce(&$0, local) }
        }
      }
    case .throwing(let reduce):
      lifted = .throwing { global, action in
        guard let local = extract(action) else { return }
        try focus.modify(&global) { try reduce(&$0, local) }
      }
    }
    return Reducer<GlobalState, GlobalAction>(
      step: lifted, caseTest: caseTest, property: property)
  }
}
