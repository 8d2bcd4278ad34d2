// SPDX-License-Identifier: Apache-2.0

import Millrace

// Forms of `lift`, `ifLet`, `ifCase` and `forEach` that extract the action with a closure or an
// optional property. The core uses a case path, with which it finds the reducers of an action
// without trying all of them. A closure of this file is called for every action.

extension Reducer {
  /// Returns this reducer for a part of a larger state, at a key path.
  ///
  /// A closure or an optional property extracts the action.
  ///
  /// ```swift
  /// let app = counter.lift(action: { $0.counter }, state: \AppState.counter)
  /// let same = counter.lift(action: \AppAction.counter, state: \AppState.counter)
  /// ```
  ///
  /// - Parameters:
  ///   - action: Returns this reducer's action from the larger action, or nil if the larger action
  ///     is not for this reducer.
  ///   - state: The key path of this reducer's state in the larger state.
  /// - Returns: A feature of the larger types; it can throw if this reducer can.
  @inlinable
  public func lift<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Feature<GlobalState, GlobalAction> {
    lift(action: CasePath(finding: action), state: state)
  }

  /// Returns this reducer for a part of a larger state, which two closures read and write.
  ///
  /// The reducer changes a copy of the part, and `set` writes the copy back. Therefore a collection
  /// in the part is copied when it changes. If there is a key path, use the form with a key path.
  ///
  /// - Parameters:
  ///   - action: Returns this reducer's action from the larger action, or nil if the larger action
  ///     is not for this reducer.
  ///   - get: Returns this reducer's state from the larger state.
  ///   - set: Writes this reducer's new state to the larger state.
  /// - Returns: A feature of the larger types; it can throw if this reducer can.
  @inlinable
  public func lift<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    get: @escaping @Sendable (GlobalState) -> State,
    set: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Feature<GlobalState, GlobalAction> {
    func lifted<Failure: Error>(
      _ reduce: @escaping @Sendable (inout State, Action) throws(Failure) -> Void
    ) -> Feature<GlobalState, GlobalAction> {
      let lifted = Reducer<GlobalState, GlobalAction> { global, whole throws(Failure) in
        guard let own = action(whole) else { return }
        var part = get(global)
        // Also after an error, as with a key path: the changes before the error are not undone.
        defer { set(&global, part) }
        try reduce(&part, own)
      }
      return lifted.feature
    }
    if canThrow {
      return lifted { (part: inout State, own: Action) throws in try self(&part, own) }
    }
    return lifted { part, own in try? self(&part, own) }
  }

  /// Returns this reducer for an optional child; a closure extracts the action.
  ///
  /// An action for a missing child does nothing. Debug builds report it, once for each lift.
  @inlinable
  public func ifLet<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifLet(action: CasePath(finding: action), state: state, fileID: fileID, line: line)
  }

  /// Returns this reducer for one case of a state that is an enum; a closure extracts the action.
  ///
  /// The case is given as a case path. `CasePath(embed:extract:)` creates one from two closures. An
  /// action for another case of the state does nothing. Debug builds report it, once for each lift.
  @inlinable
  public func ifCase<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?, state: CasePath<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifCase(action: CasePath(finding: action), state: state, fileID: fileID, line: line)
  }

  /// Returns this reducer for each element of a collection; a closure extracts the key or id of the
  /// element and the action.
  ///
  /// The collection is a table, whose elements are found by id, an array, by position, or a
  /// dictionary, by key. An action for an element that does not exist does nothing. Debug builds
  /// report it, once for each lift.
  @inlinable
  public func forEach<GlobalState, GlobalAction: Sendable, Elements: KeyedElements>(
    action: @escaping @Sendable (GlobalAction) -> (Elements.ElementKey, Action)?,
    state: WritableKeyPath<GlobalState, Elements> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction>
  where Elements.KeyedElement == State, Elements.ElementKey: Sendable {
    forEach(action: CasePath(finding: action), state: state, fileID: fileID, line: line)
  }
}

extension CasePath {
  /// Creates a path that only extracts a value, which is sufficient for a reducer: it never creates
  /// an action.
  @usableFromInline
  init(finding extract: @escaping @Sendable (Root) -> Value?) {
    self.init(embed: { _ in fatalError("a reducer creates no actions") }, extract: extract)
  }
}
