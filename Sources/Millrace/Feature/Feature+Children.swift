// SPDX-License-Identifier: Apache-2.0

extension FeatureType {
  /// This feature for a child that may be missing: runs while there is one, in place.
  ///
  /// ```swift
  /// let app = detail.ifLet(action: \.detail, state: \AppState.detail) <> parent
  /// ```
  ///
  /// Combine it before the feature that removes the child, so that the child's last action still
  /// reaches it. An action for a child that is not there does nothing; debug builds say so once.
  ///
  /// What the child starts ends in the commit in which the child disappears, and is not started if
  /// its own action made the child disappear: what must outlive a child belongs to its parent.
  /// Ids of effects are the child's own: equal ids in another feature or a later child are others.
  /// Where the child's state is `Identifiable`, another id is another child. Otherwise a child that
  /// is set anew in one action is the same child, and its effects run on: set nil first, or make
  /// its state `Identifiable`.
  ///
  /// Complexity: that of this feature; while the child has effects, a look at it per commit.
  ///
  /// - Parameters:
  ///   - action: Where this feature's action is within the larger one.
  ///   - state: The child within the larger state.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @_alwaysEmitIntoClient
  public func ifLet<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    feature.child(
      .wrapped, MissingPart("ifLet", fileID: fileID, line: line), action: action.casePath.keyed,
      state: StateLens(state))
  }

  /// This feature for a child that may be missing: `ifLet(action: \.detail, state: \.detail)`.
  @_alwaysEmitIntoClient
  public func ifLet<GlobalState, GlobalAction: CasePathable & Sendable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifLet(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This feature for one case of a state that is an enum: runs while the state is that case.
  ///
  /// The value is taken out of the enum and put back: a collection in it is copied when it changes.
  /// The child ends with the case, as one of `ifLet` does.
  ///
  /// - Parameters:
  ///   - action: Where this feature's action is within the larger one.
  ///   - state: The case of the larger state that holds this feature's state.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @_alwaysEmitIntoClient
  public func ifCase<GlobalState, GlobalAction: Sendable>(
    action: any CasePathType<GlobalAction, Action>, state: any CasePathType<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    feature.child(
      .path(state.casePath), MissingPart("ifCase", fileID: fileID, line: line),
      action: action.casePath.keyed, state: StateLens(\.self))
  }

  /// This feature for one case of a state that is an enum:
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
  /// The same path, to the actions of an only child.
  @_alwaysEmitIntoClient
  var keyed: CasePath<Root, KeyedAction<SingleChildKey, Value>> {
    keyed(embed: { $0.action }) { KeyedAction(SingleChildKey(), $0) }
  }

  /// The same path, to an action with its key.
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
  /// Lifts this feature to children that are found by a key; all forms for children use it.
  ///
  /// - Parameters:
  ///   - lookup: Finds the child in what holds it.
  ///   - missing: Reports an action for a child that is not there.
  ///   - action: Where key and action are within the larger action.
  ///   - focus: Finds what holds the child.
  /// - Returns: A feature that, where there is no child, reports the action and does nothing else.
  @_alwaysEmitIntoClient
  func child<Container, Key, GlobalState, GlobalAction: Sendable>(
    _ lookup: ChildAccessor<Container, Key, State>, _ missing: MissingPart,
    action: CasePath<GlobalAction, KeyedAction<Key, Action>>,
    state focus: StateLens<GlobalState, Container>
  ) -> Feature<GlobalState, GlobalAction> {
    let place = ChildPlace()
    let children = Feature<Container, KeyedAction<Key, Action>>(
      step: step.within(lookup, missing, place),
      attachments: startsEffects
        ? FeatureAttachments(of: self, within: lookup, missing: missing, place: place) : nil)
    return children.lifted(action: action, state: focus, isPlace: false)
  }
}

extension Feature {
  /// Whether it may start effects or throw, or has attachments.
  @_alwaysEmitIntoClient var startsEffects: Bool {
    if case .run = step { true } else { attachments != nil }
  }
}

extension ActionTranslation {
  /// The way of one child's actions.
  @usableFromInline
  static func child<Key: Equatable & Sendable>(_ key: Key) -> ActionTranslation
  where Whole == KeyedAction<Key, Part> {
    // An action for an only child names no id: it is meant for the child that is there.
    ActionTranslation(
      toWhole: { KeyedAction(key, $0) },
      toPart: { $0.key == key || key is SingleChildKey ? $0.action : nil })
  }
}

extension Feature.Step {
  @_alwaysEmitIntoClient
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, _ missing: MissingPart, _ place: ChildPlace
  ) -> Feature<Container, KeyedAction<Key, Action>>.Step {
    switch self {
    case .identity: return .identity
    case .reduce(let reduce):
      return .reduce { container, message in
        if !lookup.modify(&container, message.key, { reduce(&$0, message.action) }) {
          missing.report(in: Container.self, key: message.key, action: message.action)
        }
      }
    case .run(let run, let canThrow):
      return .run(
        { container, message, reader in
          var effect = Effect<Action>.none
          var key = message.key
          let isFound = try lookup.modify(&container, key) { part in
            var reading: ChildReading<State>?
            // The child is copied only for a reader, which may outlive this call.
            defer { reading?.keep(part) }
            effect = try run(&part, message.action) {
              let new = ChildReading(missing, lookup, key, of: reader())
              reading = new
              return new.reader()
            }
            if !effect.isNone, let identify = lookup.identify { key = identify(part) }
          }
          if !isFound {
            missing.report(in: Container.self, key: message.key, action: message.action)
          }
          guard !effect.isNone else { return .none }
          return effect.translated(.child(key)).within(place, key)
        }, canThrow: canThrow)
    }
  }
}

extension AnyMiddleware {
  /// This middleware for children that may be missing, each found by a key.
  ///
  /// An effect that it returns for a child starts after the commit, if the child is still there.
  @MainActor
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, _ missing: MissingPart, _ place: ChildPlace
  ) -> AnyMiddleware<KeyedAction<Key, InputAction>, KeyedAction<Key, OutputAction>, Container> {
    let wasFound = SharedFlag(true)
    return AnyMiddleware<_, _, _>(
      traits: AnyMiddleware<_, _, _>.Traits(
        didReject: { message, source, error in
          if wasFound.isSet { traits.didReject(message.action, source, error) }
        }, afterCommit: traits.afterCommit, probes: traits.probes, caseTest: nil)
    ) { message, source, container in
      let found = lookup.find(container(), message.key)
      wasFound.isSet = found != nil
      guard let child = found else {
        missing.report(in: Container.self, key: message.key, action: message.action)
        return .none
      }
      let key = lookup.identify?(child) ?? message.key
      let reading = ChildReading(missing, lookup, key, of: container)
      let effect = handle(message.action, source, reading.reader())
      guard effect.isNone else {
        let owned = effect.translated(.child(key))
        return .deferred { reading.keepIfPresent() ? owned : .none }.within(place, key)
      }
      reading.keep(child)
      return .none
    }
  }
}

/// An action of one child.
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
  /// This feature for each element of a collection, in place.
  ///
  /// Elements of an array are found by position, values of a dictionary by key, entities of a table
  /// by id.
  ///
  /// ```swift
  /// enum AppAction { case row(Row.ID, RowAction) }
  /// let app = row.forEach(action: \.row, state: \AppState.rows) <> parent
  /// ```
  ///
  /// Combine it before the feature that removes elements, so that an element's last action still
  /// reaches it. An action for an element that is not there does nothing; debug builds say so once.
  ///
  /// Each element has its effects to itself: equal ids of effects of two elements are others, and
  /// an element's effects end in the commit in which it disappears. What its own action starts is
  /// not started if that made the element disappear: what must outlive an element belongs to its
  /// parent. Positions shift when elements come and go: give such elements an id and keep them in
  /// an ``EntityTable``; an observer of one row is then called for that row only.
  ///
  /// Complexity: that of finding the element, O(1) for these three; a sorted table moves a row that
  /// is out of order. Per commit a look at each element that has effects running.
  ///
  /// - Parameters:
  ///   - action: Where key and action are within the larger action.
  ///   - state: The elements within the larger state.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @_alwaysEmitIntoClient
  public func forEach<GlobalState, GlobalAction: Sendable, Elements: KeyedElements>(
    action: any CasePathType<GlobalAction, (Elements.ElementKey, Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    feature.child(
      .element, MissingPart("forEach", fileID: fileID, line: line),
      action: action.casePath.keyed(embed: { ($0.key, $0.action) }) { KeyedAction($0.0, $0.1) },
      state: StateLens(state))
  }

  /// This feature for each element of a collection, the parts of the action labelled.
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
      .element, MissingPart("forEach", fileID: fileID, line: line),
      action: action.casePath.keyed(embed: { ($0.key, $0.action) }) {
        KeyedAction($0.id, $0.action)
      },
      state: StateLens(state))
  }

  /// This feature for each element of a collection: `forEach(action: \.row, state: \.rows)`.
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

  /// This feature for each element of a collection, the parts of the action labelled `id` and
  /// `action`.
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
}
