// SPDX-License-Identifier: Apache-2.0

extension Reducer {
  /// This reducer for a child that may be missing: runs while there is one, in place.
  ///
  /// ```swift
  /// let app = detail.ifLet(action: \.detail, state: \AppState.detail) <> parent
  /// ```
  ///
  /// Combine it before the reducer that removes the child, so that the child's last action still
  /// reaches it. An action for a child that is not there does nothing; debug builds say so once.
  ///
  /// - Parameters:
  ///   - action: Where this reducer's action is within the larger one.
  ///   - state: The child within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func ifLet<GlobalState, GlobalAction>(
    action: CasePath<GlobalAction, Action>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    within(.wrapped, MissingPart("ifLet", fileID: fileID, line: line))
      .lift(action: action, state: state)
  }

  /// This reducer for a child that may be missing: `ifLet(action: \.detail, state: \.detail)`.
  @inlinable
  public func ifLet<GlobalState, GlobalAction: CasePathable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    ifLet(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This reducer for a child that may be missing, its action found by a closure.
  @inlinable
  public func ifLet<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    within(.wrapped, MissingPart("ifLet", fileID: fileID, line: line))
      .lift(action: action, state: state)
  }

  /// This reducer for one case of a state that is an enum: runs while the state is that case.
  ///
  /// The value is taken out of the enum and put back: a collection in it is copied when it changes.
  ///
  /// - Parameters:
  ///   - action: Where this reducer's action is within the larger one.
  ///   - state: The case of the larger state that holds this reducer's state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func ifCase<GlobalState, GlobalAction>(
    action: CasePath<GlobalAction, Action>, state: CasePath<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    within(.path(state), MissingPart("ifCase", fileID: fileID, line: line))
      .lift(action: action, state: \.self)
  }

  /// This reducer for one case of a state that is an enum:
  /// `ifCase(action: \.player, state: \.player)`.
  @inlinable
  public func ifCase<GlobalState: CasePathable, GlobalAction: CasePathable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, Action>>,
    state: KeyPath<GlobalState.CasePaths, CasePath<GlobalState, State>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    ifCase(
      action: GlobalAction.casePaths[keyPath: action],
      state: GlobalState.casePaths[keyPath: state], fileID: fileID, line: line)
  }

  /// This reducer for one case of a state that is an enum, its action found by a closure.
  ///
  /// The case itself stays a path: `CasePath(embed:extract:)` makes one of two closures.
  @inlinable
  public func ifCase<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?, state: CasePath<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<GlobalState, GlobalAction> {
    within(.path(state), MissingPart("ifCase", fileID: fileID, line: line))
      .lift(action: action, state: \.self)
  }
}

extension Reducer {
  /// This reducer as one of what holds its state, with one state in it.
  @inlinable
  func within<Container>(
    _ lookup: Lookup<Container, Void, State>, _ missing: MissingPart
  ) -> Reducer<Container, Action> {
    within(lookup, missing) { ((), $0) }
  }

  /// This reducer as one of what holds its states, each found by a key.
  ///
  /// - Parameters:
  ///   - lookup: Finds the state.
  ///   - missing: Says that there is none.
  ///   - split: Takes key and action out of the larger action.
  /// - Returns: A reducer that does nothing, and says so, where there is no state.
  @inlinable
  func within<Container, Key, Message>(
    _ lookup: Lookup<Container, Key, State>, _ missing: MissingPart,
    _ split: @escaping @Sendable (Message) -> (key: Key, action: Action)
  ) -> Reducer<Container, Message> {
    switch step {
    case .identity: return .identity
    case .total(let reduce):
      return Reducer<Container, Message> { container, message in
        let (key, action) = split(message)
        if !lookup.modify(&container, key, { reduce(&$0, action) }) {
          missing.report(in: Container.self, key: key, action: action)
        }
      }
    case .throwing(let reduce):
      return Reducer<Container, Message>(
        step: .throwing { container, message in
          let (key, action) = split(message)
          if try !lookup.modify(&container, key, { try reduce(&$0, action) }) {
            missing.report(in: Container.self, key: key, action: action)
          }
        })
    }
  }
}
