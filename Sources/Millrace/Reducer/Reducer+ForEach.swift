// SPDX-License-Identifier: Apache-2.0

extension Reducer {
  /// This reducer for each element of a collection, in place.
  ///
  /// Elements of an array are found by position, values of a dictionary by key, entities of a table
  /// by id.
  ///
  /// ```swift
  /// enum AppAction { case row(Row.ID, RowAction) }
  /// let app = row.forEach(action: \.row, state: \AppState.rows) <> parent
  /// ```
  ///
  /// Combine it before the reducer that removes elements, so that an element's last action still
  /// reaches it. An action for an element that is not there does nothing; debug builds say so once.
  /// Positions shift when elements come and go: give elements that do an id and an
  /// ``EntityTable``, which also lets who watches one row hear of that row only.
  ///
  /// Complexity: that of finding the element, O(1) for these three; a sorted table moves a row that
  /// is out of order.
  ///
  /// - Parameters:
  ///   - action: Where key and action are within the larger action.
  ///   - state: The elements within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func forEach<GlobalState, GlobalAction, Elements>(
    action: CasePath<GlobalAction, (Elements.ElementKey, Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction>
  where Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State {
    within(.element, MissingPart("forEach", fileID: fileID, line: line)) { $0 }
      .lift(action: action, state: state)
  }

  /// This reducer for each element of a collection, the parts of the action labelled.
  ///
  /// ```swift
  /// enum AppAction { case row(id: Row.ID, action: RowAction) }
  /// ```
  @inlinable
  public func forEach<GlobalState, GlobalAction, Elements>(
    action: CasePath<GlobalAction, (id: Elements.ElementKey, action: Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction>
  where Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State {
    within(.element, MissingPart("forEach", fileID: fileID, line: line)) { ($0.id, $0.action) }
      .lift(action: action, state: state)
  }

  /// This reducer for each element of a collection: `forEach(action: \.row, state: \.rows)`.
  @inlinable
  public func forEach<GlobalState, GlobalAction: CasePathable, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths, CasePath<GlobalAction, (Elements.ElementKey, Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction>
  where Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This reducer for each element of a collection, the parts of the action labelled `id` and
  /// `action`.
  @inlinable
  public func forEach<GlobalState, GlobalAction: CasePathable, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths,
      CasePath<GlobalAction, (id: Elements.ElementKey, action: Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction>
  where Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This reducer for each element of a collection, key and action found by a closure.
  ///
  /// Such a reducer is asked for every action; use a ``CasePath`` to have it routed.
  @inlinable
  public func forEach<GlobalState, GlobalAction, Elements>(
    action: @escaping @Sendable (GlobalAction) -> (Elements.ElementKey, Action)?,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction>
  where Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State {
    within(.element, MissingPart("forEach", fileID: fileID, line: line)) { $0 }
      .lift(action: action, state: state)
  }
}
