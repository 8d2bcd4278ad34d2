// SPDX-License-Identifier: Apache-2.0

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
  /// Each element has its effects to itself: ids of effects of different elements never meet, and
  /// an element's effects end in the commit in which it disappears. What its own action starts is
  /// not started if that made the element disappear: what must outlive an element belongs to its
  /// parent. Positions shift when elements come and go: give elements that do an id and an
  /// ``EntityTable``, which also lets an observer of one row hear of that row only.
  ///
  /// Complexity: that of finding the element, O(1) for these three; a sorted table moves a row that
  /// is out of order. Per commit a look at each element that has effects running.
  ///
  /// - Parameters:
  ///   - action: Where key and action are within the larger action.
  ///   - state: The elements within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @inlinable
  public func forEach<GlobalState, GlobalAction: Sendable, Elements>(
    action: CasePath<GlobalAction, (Elements.ElementKey, Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    feature.child(
      .element, MissingPart("forEach", fileID: fileID, line: line),
      extract: action.extractValue, embed: { action.embed(($0, $1)) }, caseTest: action.caseTest,
      state: Focus(state))
  }

  /// This feature for each element of a collection, the parts of the action labelled.
  ///
  /// ```swift
  /// enum AppAction { case row(id: Row.ID, action: RowAction) }
  /// ```
  @inlinable
  public func forEach<GlobalState, GlobalAction: Sendable, Elements>(
    action: CasePath<GlobalAction, (id: Elements.ElementKey, action: Action)>,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    feature.child(
      .element, MissingPart("forEach", fileID: fileID, line: line),
      extract: { action.extract(from: $0).map { ($0.id, $0.action) } },
      embed: { action.embed((id: $0, action: $1)) }, caseTest: action.caseTest,
      state: Focus(state))
  }

  /// This feature for each element of a collection: `forEach(action: \.row, state: \.rows)`.
  @inlinable
  public func forEach<GlobalState, GlobalAction: CasePathable & Sendable, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths, CasePath<GlobalAction, (Elements.ElementKey, Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This feature for each element of a collection, the parts of the action labelled `id` and
  /// `action`.
  @inlinable
  public func forEach<GlobalState, GlobalAction: CasePathable & Sendable, Elements>(
    action: KeyPath<
      GlobalAction.CasePaths,
      CasePath<GlobalAction, (id: Elements.ElementKey, action: Action)>
    >,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    forEach(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }
}

extension Reducer {
  /// This reducer for each element of a collection, key and action found by a closure.
  ///
  /// Such a reducer is asked for every action; use a ``CasePath`` to have it routed.
  @inlinable
  public func forEach<GlobalState, GlobalAction: Sendable, Elements>(
    action: @escaping @Sendable (GlobalAction) -> (Elements.ElementKey, Action)?,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where
    Elements: KeyedElements & SendableMetatype, Elements.KeyedElement == State,
    Elements.ElementKey: Hashable & Sendable
  {
    feature.child(
      .element, MissingPart("forEach", fileID: fileID, line: line), extract: action, embed: nil,
      caseTest: nil, state: Focus(state))
  }
}
