// SPDX-License-Identifier: Apache-2.0

extension FeatureType {
  /// Returns this feature for an optional child; it runs while the child exists, and changes the
  /// child in place.
  ///
  /// ```swift
  /// let app = detail.ifLet(action: \.detail, state: \AppState.detail) <> parent
  /// ```
  ///
  /// Combine it before the feature that removes the child, so that the child still handles its last
  /// action. An action for a child that does not exist does nothing; debug builds report it,
  /// once per lift.
  ///
  /// The effects of the child end in the commit in which the child disappears. An effect is not
  /// started if its own action made the child disappear. An effect that must outlive the child
  /// belongs to the parent. The ids of effects are local to the child: equal ids outside of the
  /// child or in a later child are different. If the child's state is `Identifiable`, a state with
  /// another id is another child. Otherwise a child that is replaced within one action is the same
  /// child, and its effects continue. To end them, make the state `Identifiable`, or set it to nil
  /// in an earlier action.
  ///
  /// Complexity: that of this feature; while the child has effects, one check per commit whether
  /// the child exists.
  ///
  /// - Parameters:
  ///   - action: The path to this feature's action within the larger action.
  ///   - state: The path to the child within the larger state.
  ///   - fileID: The file for messages.
  ///   - line: The line for messages.
  /// - Returns: A feature of the larger types; it can throw if this feature can.
  @_alwaysEmitIntoClient
  public func ifLet<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    feature.child(
      .wrapped, ChildLift("ifLet", fileID: fileID, line: line), action: action.casePath.keyed,
      state: StateLens(state))
  }

  /// Returns this feature for an optional child: `ifLet(action: \.detail, state: \.detail)`.
  @_alwaysEmitIntoClient
  public func ifLet<GlobalState, GlobalAction: CasePathable & Sendable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifLet(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// Returns this feature for one case of an enum state: it runs while the state is that case.
  ///
  /// The value is extracted from the enum and embedded again. Therefore a collection in it can be
  /// copied when it changes. The effects of the child end when the state is another case, as those
  /// of an `ifLet` child end when it is nil.
  ///
  /// - Parameters:
  ///   - action: The path to this feature's action within the larger action.
  ///   - state: The case of the larger state that contains this feature's state.
  ///   - fileID: The file for messages.
  ///   - line: The line for messages.
  /// - Returns: A feature of the larger types; it can throw if this feature can.
  @_alwaysEmitIntoClient
  public func ifCase<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>, state: any CasePathType<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    feature.child(
      .path(state.casePath), ChildLift("ifCase", fileID: fileID, line: line),
      action: action.casePath.keyed, state: StateLens(\.self))
  }

  /// Returns this feature for one case of an enum state:
  /// `ifCase(action: \.player, state: \.player)`.
  @_alwaysEmitIntoClient
  public func ifCase<GlobalState: CasePathable, GlobalAction: CasePathable & Sendable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: KeyPath<GlobalState.CasePaths, CasePath<GlobalState, State>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifCase(
      action: GlobalAction.casePaths[keyPath: action],
      state: GlobalState.casePaths[keyPath: state], fileID: fileID, line: line)
  }
}

extension CasePath {
  /// This path, extended to an action with the key of a single child.
  @_alwaysEmitIntoClient
  var keyed: CasePath<Root, KeyedAction<SingleChildKey, Value>> {
    keyed(embed: { $0.action }) { KeyedAction(SingleChildKey(), $0) }
  }

  /// Returns this path, extended to an action with a key.
  @_alwaysEmitIntoClient @inline(__always)
  func keyed<Key, Action>(
    embed: @escaping @Sendable (KeyedAction<Key, Action>) -> Value,
    extract: @escaping @Sendable (Value) -> KeyedAction<Key, Action>
  ) -> CasePath<Root, KeyedAction<Key, Action>> {
    CasePath<_, _>(
      embed: { [embedValue] in embedValue(embed($0)) },
      extract: { [extractValue] in extractValue($0).map(extract) }, caseTest: caseTest)
  }
}

extension Feature {
  /// Lifts this feature to children that are found by a key.
  ///
  /// `ifLet`, `ifCase` and `forEach` use it.
  ///
  /// - Parameters:
  ///   - lookup: Finds the child in its container.
  ///   - lift: The identity of the lift.
  ///   - action: The path to the key and the action within the larger action.
  ///   - focus: Finds the container in the larger state.
  /// - Returns: A feature of the larger types.
  @_alwaysEmitIntoClient
  func child<Container, Key, GlobalState, GlobalAction: Sendable>(
    _ lookup: ChildAccessor<Container, Key, State>, _ lift: ChildLift,
    action: CasePath<GlobalAction, KeyedAction<Key, Action>>,
    state focus: StateLens<GlobalState, Container>
  ) -> Feature<GlobalState, GlobalAction> {
    let startsEffects = if case .run = step { true } else { attachments != nil }
    let children = Feature<Container, KeyedAction<Key, Action>>(
      step: step.within(lookup, lift),
      attachments: startsEffects ? FeatureAttachments(of: self, within: lookup, lift) : nil)
    return children.lifted(action: action, state: focus, addsLevel: false)
  }
}

extension ActionTranslation {
  /// Returns the translation of one child's actions into actions with its key.
  @usableFromInline
  static func child<Key: Equatable & Sendable>(_ key: Key) -> ActionTranslation
  where Whole == KeyedAction<Key, Part> {
    // An action for a single child contains no id: it is for the child that exists.
    ActionTranslation(
      toWhole: { KeyedAction(key, $0) },
      toPart: { $0.key == key || key is SingleChildKey ? $0.action : nil })
  }
}

extension Feature.Step {
  /// Returns this step for children that are found by a key.
  @_alwaysEmitIntoClient
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, _ lift: ChildLift
  ) -> Feature<Container, KeyedAction<Key, Action>>.Step {
    switch self {
    case .identity: return .identity
    case .reduce(let reduce):
      return .reduce { container, message in
        if !lookup.modify(&container, message.key, { reduce(&$0, message.action) }) {
          lift.report(in: Container.self, key: message.key, action: message.action)
        }
      }
    case .run(let run, let canThrow):
      return .run(
        { container, message, reader in
          var effect = Effect<Action>.none
          var key = message.key
          let isFound = try lookup.modify(&container, key) { part in
            var reading: ChildReading<Container, Key, State>?
            // The child is copied only if the feature requested a reader, which can outlive this
            // call.
            defer { reading?.keep(part) }
            effect = try run(&part, message.action) {
              // A combination can call this closure once for each of its parts.
              let shared = reading ?? ChildReading(lift, lookup, key, of: reader())
              reading = shared
              return shared.reader()
            }
            if !effect.isNone, let identify = lookup.identify { key = identify(part) }
          }
          if !isFound {
            lift.report(in: Container.self, key: message.key, action: message.action)
          }
          guard !effect.isNone else { return .none }
          return effect.translated(.child(key)).within(lift, key)
        }, canThrow: canThrow)
    }
  }
}

extension AnyMiddleware {
  /// Returns this middleware for children that are found by a key and can be missing.
  ///
  /// An effect that it returns for a child starts after the commit if the child still exists.
  ///
  /// - Parameters:
  ///   - lookup: Finds the child in its container.
  ///   - lift: The identity of the lift.
  ///   - reports: True if this middleware reports an action for a child that does not exist. It is
  ///     false if another middleware of the feature does, or if the feature has a step: the step
  ///     reports it then, because an earlier feature can create the child after this call.
  /// - Returns: A middleware of the container.
  @MainActor
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, _ lift: ChildLift, reports: Bool
  ) -> AnyMiddleware<KeyedAction<Key, InputAction>, KeyedAction<Key, OutputAction>, Container> {
    let wasFound = SharedFlag(true)
    return AnyMiddleware<_, _, _>(
      traits: AnyMiddleware<_, _, _>.Traits(
        didReject: { message, source, error in
          if wasFound.isSet { traits.didReject(message.action, source, error) }
        }, afterCommit: traits.afterCommit, probes: traits.probes)
    ) { message, source, container in
      let found = lookup.find(container(), message.key)
      wasFound.isSet = found != nil
      guard let child = found else {
        if reports {
          lift.report(in: Container.self, key: message.key, action: message.action)
        }
        return .none
      }
      let key = lookup.identify?(child) ?? message.key
      let reading = ChildReading(lift, lookup, key, of: container)
      let effect = handle(message.action, source, reading.reader())
      if effect.isNone {
        reading.keep(child)
        return .none
      }
      let owned = effect.translated(.child(key))
      // Only actions, which retain no reader: they are sent even if the dispatch is cancelled.
      if effect.timing == .quiet {
        reading.keep(child)
        return owned.within(lift, key)
      }
      return .deferred { reading.keepIfPresent() ? owned : .none }.within(lift, key)
    }
  }
}

/// An action of one child, with the key of the child.
@usableFromInline
struct KeyedAction<Key, Action> {
  @usableFromInline let key: Key
  @usableFromInline let action: Action

  @_alwaysEmitIntoClient
  init(_ key: Key, _ action: Action) {
    self.key = key
    self.action = action
  }
}

extension KeyedAction: Sendable where Key: Sendable, Action: Sendable {}

extension FeatureType {
  /// Returns this feature for each element of a collection; it changes the elements in place.
  ///
  /// Elements of an array are found by position, values of a dictionary by key, entities of a table
  /// by id.
  ///
  /// ```swift
  /// enum AppAction { case row(Row.ID, RowAction) }
  /// let app = row.forEach(action: \.row, state: \AppState.rows) <> parent
  /// ```
  ///
  /// Combine it before the feature that removes elements, so that an element still handles its last
  /// action. An action for an element that does not exist does nothing; debug builds report it,
  /// once per lift.
  ///
  /// The ids of effects are local to an element: equal ids in two elements are different. The
  /// effects of an element end in the commit in which the element disappears. An effect is not
  /// started if its own action made the element disappear. An effect that must outlive the element
  /// belongs to the parent. The positions of an array change when elements are inserted or removed.
  /// For such elements use ids and store them in an ``EntityTable``; an observer of one row is then
  /// called for that row only.
  ///
  /// Complexity: that of finding the element, O(1) for these three collections; a sorted table
  /// moves a row that is out of order. While elements have running effects, each commit compares
  /// the stamp of a table and checks the rows that have changed. For other collections it checks
  /// each element that has running effects.
  ///
  /// - Parameters:
  ///   - action: The path to the key and the action within the larger action.
  ///   - state: The path to the elements within the larger state.
  ///   - fileID: The file for messages.
  ///   - line: The line for messages.
  /// - Returns: A feature of the larger types; it can throw if this feature can.
  @_alwaysEmitIntoClient
  public func forEach<GlobalState, GlobalAction: Sendable, Elements: KeyedElements>(
    action: any CasePathType<GlobalAction, (Elements.ElementKey, Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    feature.child(
      .element, ChildLift("forEach", fileID: fileID, line: line),
      action: action.casePath.keyed(embed: { ($0.key, $0.action) }) { KeyedAction($0.0, $0.1) },
      state: StateLens(state))
  }

  /// Returns this feature for each element of a collection; the action's key and the element's
  /// action have labels.
  ///
  /// ```swift
  /// enum AppAction { case row(id: Row.ID, action: RowAction) }
  /// ```
  @_alwaysEmitIntoClient
  public func forEach<GlobalState, GlobalAction: Sendable, Elements: KeyedElements>(
    action: any CasePathType<GlobalAction, (id: Elements.ElementKey, action: Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    feature.child(
      .element, ChildLift("forEach", fileID: fileID, line: line),
      action: action.casePath.keyed(embed: { ($0.key, $0.action) }) {
        KeyedAction($0.id, $0.action)
      },
      state: StateLens(state))
  }

  /// Returns this feature for each element of a collection: `forEach(action: \.row, state:
  /// \.rows)`.
  @_alwaysEmitIntoClient
  public func forEach<GlobalState, GlobalAction: CasePathable & Sendable, Elements: KeyedElements>(
    action: KeyPath<
      GlobalAction.CasePaths, CasePath<GlobalAction, (Elements.ElementKey, Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// Returns this feature for each element of a collection; the action's values have the labels
  /// `id` and `action`.
  @_alwaysEmitIntoClient
  public func forEach<GlobalState, GlobalAction: CasePathable & Sendable, Elements: KeyedElements>(
    action: KeyPath<
      GlobalAction.CasePaths,
      CasePath<GlobalAction, (id: Elements.ElementKey, action: Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// Unavailable: if the case has no id, the compiler prints the message.
  @available(
    *, unavailable, message: "The case needs the id of the element: case row(Row.ID, RowAction)."
  )
  public func forEach<GlobalState, GlobalAction: CasePathable, Elements: KeyedElements>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, Elements>
  ) -> Feature<GlobalState, GlobalAction> where Elements.KeyedElement == State {
    fatalError()
  }
}
