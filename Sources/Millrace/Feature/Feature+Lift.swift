// SPDX-License-Identifier: Apache-2.0

extension FeatureType {
  /// Returns this feature for a larger state and action; it changes a stored property in place.
  ///
  /// ```swift
  /// let app = counter.lift(action: AppAction.casePaths.counter, state: \AppState.counter)
  /// ```
  ///
  /// Its effects send the larger actions. Features that were lifted with a path to one case are
  /// routed when they are combined, if the larger action type numbers its cases (``CasePathable``):
  /// in general, the cost of an action is that of the features of its case and does not depend on
  /// the number of other features. <doc:Modules> has the exceptions.
  ///
  /// - Parameters:
  ///   - action: The path to this feature's action within the larger action.
  ///   - state: The path to this feature's state within the larger state.
  /// - Returns: A feature of the larger types; it can throw if this feature can.
  @_alwaysEmitIntoClient
  public func lift<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Feature<GlobalState, GlobalAction> {
    feature.lifted(action: action.casePath, state: StateLens(state))
  }

  /// Returns this feature for a larger state and action:
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
  /// Lifts this feature; all functions that lift features use it.
  ///
  /// - Parameters:
  ///   - path: Finds the action.
  ///   - focus: Finds the state.
  ///   - addsLevel: True if the lift adds a level to the paths of the children. Therefore a feature
  ///     that is lifted twice has different children in each lift.
  /// - Returns: A feature of the larger types.
  @_alwaysEmitIntoClient
  func lifted<GlobalState, GlobalAction: Sendable>(
    action path: CasePath<GlobalAction, Action>, state focus: StateLens<GlobalState, State>,
    addsLevel: Bool = true
  ) -> Feature<GlobalState, GlobalAction> {
    let (extract, embed) = (path.extractValue, path.embedValue)
    let lifted: Feature<GlobalState, GlobalAction>.Step
    var property: PropertyReducer<GlobalAction>?
    let liftID = addsLevel && attachments?.hasChildren == true ? LiftID() : nil
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
            // Typed: `StateLens` got the offset from a key path to a property of this type.
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
          // For one action that is sent synchronously no translation back is needed.
          if effect.kind == .just, case .just(let action) = effect.operation {
            return Effect(just: action.map(embed))
          }
          return effect.translated(ActionTranslation(toWhole: embed, toPart: extract)).lifted(
            to: liftID)
        }, canThrow: canThrow)
    }
    return Feature<GlobalState, GlobalAction>(
      step: lifted, caseTest: path.caseTest, property: property,
      attachments: attachments?.lifted(action: path, state: focus, liftID: liftID))
  }
}

/// A reducer of one stored property of a state.
///
/// A feature that was lifted to a stored property, and only reduces, has a `PropertyReducer`. If
/// all features of a combination only reduce, and this feature is the only one on the route of an
/// action, the combination can call the `PropertyReducer` instead of the step. The offset comes
/// from ``StateLens``.
@usableFromInline
struct PropertyReducer<Action>: Sendable {
  /// The offset in bytes of the property from the start of the state.
  @usableFromInline let offset: Int
  /// Changes the property at an address; returns false if the action is not for the property.
  @usableFromInline let reduce: @Sendable (UnsafeMutableRawPointer, Action) -> Bool

  @_alwaysEmitIntoClient
  init(offset: Int, _ reduce: @escaping @Sendable (UnsafeMutableRawPointer, Action) -> Bool) {
    self.offset = offset
    self.reduce = reduce
  }

  /// Changes the property of a state; returns false if the action is not for the property.
  @_alwaysEmitIntoClient
  func callAsFunction<State>(_ state: inout State, _ action: Action) -> Bool {
    withUnsafeMutablePointer(to: &state) {
      reduce(UnsafeMutableRawPointer($0) + offset, action)
    }
  }
}
