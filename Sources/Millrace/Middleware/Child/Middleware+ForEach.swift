// SPDX-License-Identifier: Apache-2.0

extension Middleware {
  /// This middleware for each element of a collection.
  ///
  /// Elements of an array are found by position, values of a dictionary by key, entities of a table
  /// by id.
  ///
  /// ```swift
  /// enum AppAction { case row(Row.ID, RowAction) }
  /// let app = row.forEach(action: \.row, state: \AppState.rows)
  /// ```
  ///
  /// Each element has its effects to itself: ids of effects of different elements never meet, and
  /// an element's effects are cancelled in the commit in which it disappears. An IO is not run if
  /// its own action made the element disappear: what must outlive an element belongs to its parent.
  /// An action for an element that is not there does nothing; debug builds say so once. Positions
  /// shift when elements come and go: give elements that do an id, and an ``EntityTable``.
  ///
  /// Complexity: that of this middleware, and per commit a look at each element that has effects
  /// running.
  ///
  /// - Parameters:
  ///   - action: Where key and action are within the larger action.
  ///   - state: The elements within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A middleware of the larger types.
  public func forEach<GlobalAction: Sendable, GlobalState, Elements>(
    action: CasePath<GlobalAction, (Elements.ElementKey, InputAction)>,
    state: KeyPath<GlobalState, Elements>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where
    InputAction == OutputAction, Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    elements(Elements.self, fileID, line)
      .lift(
        action: action.keyed(
          join: { ($0.key, $0.action) }, split: { KeyedAction($0.0, $0.1) }),
        state: state)
  }

  /// This middleware for each element of a collection, the parts of the action labelled.
  ///
  /// ```swift
  /// enum AppAction { case row(id: Row.ID, action: RowAction) }
  /// ```
  public func forEach<GlobalAction: Sendable, GlobalState, Elements>(
    action: CasePath<GlobalAction, (id: Elements.ElementKey, action: InputAction)>,
    state: KeyPath<GlobalState, Elements>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where
    InputAction == OutputAction, Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    elements(Elements.self, fileID, line)
      .lift(
        action: action.keyed(
          join: { (id: $0.key, action: $0.action) }, split: { KeyedAction($0.id, $0.action) }),
        state: state)
  }

  /// This middleware for each element of a collection: `forEach(action: \.row, state: \.rows)`.
  public func forEach<GlobalAction: CasePathable & Sendable, GlobalState, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths, CasePath<GlobalAction, (Elements.ElementKey, InputAction)>
    >,
    state: KeyPath<GlobalState, Elements>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where
    InputAction == OutputAction, Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This middleware for each element of a collection, the parts of the action labelled `id` and
  /// `action`.
  public func forEach<GlobalAction: CasePathable & Sendable, GlobalState, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths,
      CasePath<GlobalAction, (id: Elements.ElementKey, action: InputAction)>
    >,
    state: KeyPath<GlobalState, Elements>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where
    InputAction == OutputAction, Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This middleware for each element of a collection, with actions that are found and made by
  /// closures.
  ///
  /// - Parameters:
  ///   - inputAction: Takes key and action out of the larger action; nil means it is not meant.
  ///   - outputAction: Makes a larger action of what this middleware sends for a key.
  ///   - state: The elements within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A middleware of the larger types.
  public func forEach<GlobalInput, GlobalOutput: Sendable, GlobalState, Elements>(
    inputAction: @escaping (GlobalInput) -> (Elements.ElementKey, InputAction)?,
    outputAction: @escaping @Sendable (Elements.ElementKey, OutputAction) -> GlobalOutput,
    state: KeyPath<GlobalState, Elements>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState>
  where
    Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    elements(Elements.self, fileID, line)
      .lift(
        inputAction: { inputAction($0).map { KeyedAction($0.0, $0.1) } },
        outputAction: { outputAction($0.key, $0.action) }, state: { $0[keyPath: state] })
  }

  private func elements<Elements>(
    _ type: Elements.Type, _ fileID: StaticString, _ line: UInt
  ) -> ChildMiddleware<Self, Elements, Elements.ElementKey>
  where
    Elements: KeyedElements, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    ChildMiddleware(
      self, missing: MissingPart("forEach", of: "middleware", fileID: fileID, line: line)
    ) { elements, key in elements.element(for: key) }
  }
}

extension CasePath {
  /// The same path to an action that has its key with it.
  fileprivate func keyed<Key, Action>(
    join: @escaping @Sendable (KeyedAction<Key, Action>) -> Value,
    split: @escaping @Sendable (Value) -> KeyedAction<Key, Action>
  ) -> CasePath<Root, KeyedAction<Key, Action>> {
    CasePath<Root, KeyedAction<Key, Action>>(
      embed: { embed(join($0)) }, extract: { extract(from: $0).map(split) }, caseTest: caseTest)
  }
}
