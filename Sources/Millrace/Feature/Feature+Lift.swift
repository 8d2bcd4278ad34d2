// SPDX-License-Identifier: Apache-2.0

extension FeatureType {
  /// This feature as part of a larger state and action; changes stay in place.
  ///
  /// ```swift
  /// let app = counter.lift(action: AppAction.casePaths.counter, state: \AppState.counter)
  /// ```
  ///
  /// What it starts sends the larger actions. Features that were lifted along a case are routed
  /// when they are combined: an action costs what the features of its case cost, however many
  /// others there are.
  ///
  /// - Parameters:
  ///   - action: Where this feature's action is within the larger one.
  ///   - state: This feature's state within the larger one.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @_alwaysEmitIntoClient
  public func lift<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Feature<GlobalState, GlobalAction> {
    feature.lifted(action: action.casePath, state: StateLens(state))
  }

  /// This feature as part of a larger state and action:
  /// `lift(action: \.counter, state: \.counter)`.
  @_alwaysEmitIntoClient
  public func lift<GlobalState, GlobalAction: CasePathable & Sendable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Feature<GlobalState, GlobalAction> {
    lift(action: GlobalAction.casePaths[keyPath: action], state: state)
  }
}

extension Feature {
  /// The one place that lifts.
  ///
  /// - Parameters:
  ///   - path: Finds the action.
  ///   - focus: Finds the state.
  ///   - isPlace: Whether the children get a place of their own, so that a feature which is lifted
  ///     twice has different children in each place.
  /// - Returns: A feature of the larger types.
  @_alwaysEmitIntoClient
  func lifted<GlobalState, GlobalAction: Sendable>(
    action path: CasePath<GlobalAction, Action>, state focus: StateLens<GlobalState, State>,
    isPlace: Bool = true
  ) -> Feature<GlobalState, GlobalAction> {
    let (extract, embed) = (path.extractValue, path.embedValue)
    let lifted: Feature<GlobalState, GlobalAction>.Step
    var property: PropertyReducer<GlobalAction>?
    let place = isPlace && attachments?.hasChildren == true ? ChildPlace() : nil
    switch step {
    case .identity: lifted = .identity
    case .reduce(let reduce):
      if let offset = focus.place.offset {
        let outer: PropertyReducer<GlobalAction>
        if let inner = self.property {
          outer = PropertyReducer(offset: offset + inner.offset) { property, action in
            guard let local = extract(action) else { return false }
            _ = inner.reduce(property, local)
            return true
          }
        } else {
          outer = PropertyReducer(offset: offset) { property, action in
            guard let local = extract(action) else { return false }
            // Typed: at the offset is a property of this type (`StateLens`).
            reduce(&property.assumingMemoryBound(to: State.self).pointee, local)
            return true
          }
        }
        property = outer
        lifted = .reduce { _ = outer(&$0, $1) }
      } else {
        lifted = .reduce { global, action in
          guard let local = extract(action) else { return }
          focus.modify(&global) { reduce(&$0, local) }
        }
      }
    case .run(let run, let canThrow):
      lifted = .run(
        { global, action, reader in
          guard let local = extract(action) else { return .none }
          var effect = Effect<Action>.none
          try focus.modify(&global) { part in
            effect = try run(&part, local) { reader().part(focus.part) }
          }
          guard !effect.isNone else { return .none }
          // For one action that is sent at once no way back is made.
          if effect.kind == .just, case .just(let action) = effect.operation {
            return Effect(just: action.map(embed))
          }
          return effect.translated(ActionTranslation(toWhole: embed, toPart: extract)).lifted(
            to: place)
        }, canThrow: canThrow)
    }
    return Feature<GlobalState, GlobalAction>(
      step: lifted, caseTest: path.caseTest, property: property,
      attachments: attachments?.lifted(action: path, state: focus, place: place))
  }
}

/// How an action changes one stored property of a state.
///
/// A reducer that was lifted to such a property knows of it, so that a combination can go straight
/// there: from the case of the action to the function that changes the property. The offset comes
/// from ``StateLens``.
@usableFromInline
struct PropertyReducer<Action>: Sendable {
  /// So many bytes after the state begins the property.
  @usableFromInline let offset: Int
  /// Gets the address of the property; false if the action is not for it.
  @usableFromInline let reduce: @Sendable (UnsafeMutableRawPointer, Action) -> Bool

  @_alwaysEmitIntoClient
  init(offset: Int, _ reduce: @escaping @Sendable (UnsafeMutableRawPointer, Action) -> Bool) {
    self.offset = offset
    self.reduce = reduce
  }

  @_alwaysEmitIntoClient
  func callAsFunction<State>(_ state: inout State, _ action: Action) -> Bool {
    withUnsafeMutablePointer(to: &state) {
      reduce(UnsafeMutableRawPointer($0) + offset, action)
    }
  }
}
