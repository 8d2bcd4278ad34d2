// SPDX-License-Identifier: Apache-2.0

extension Middleware {
  /// This middleware for a child that may be missing: handles the child's actions while there is
  /// one.
  ///
  /// ```swift
  /// let app = detail.ifLet(action: \.detail, state: \AppState.detail)
  /// ```
  ///
  /// The child's effects are cancelled in the commit in which it disappears, and an IO is not run
  /// if its own action made the child disappear: what must outlive a child belongs to its parent.
  /// Ids of effects are the child's own; they meet those of nobody else, and not those of a later
  /// child. An action for a child that is not there does nothing; debug builds say so once.
  ///
  /// Where the child's state is `Identifiable`, another id is another child: the effects of the
  /// one that was there end, and nothing that they send reaches the new one. Otherwise a child
  /// that is set anew in one action is the same child, and its effects run on: set nil first, or
  /// make its state `Identifiable`.
  ///
  /// Complexity: that of this middleware; while the child has effects, a look at it per commit.
  ///
  /// - Parameters:
  ///   - action: This middleware's actions within the larger ones.
  ///   - state: The child within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A middleware of the larger types.
  public func ifLet<GlobalAction: Sendable, GlobalState>(
    action: CasePath<GlobalAction, InputAction>, state: KeyPath<GlobalState, State?>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    ChildMiddleware(
      self, missing: MissingPart("ifLet", of: "middleware", fileID: fileID, line: line),
      identify: OnlyChild.identify(State.self)
    ) { container, _ in container }
    .lift(action: action.only, state: state)
  }

  /// This middleware for a child that may be missing: `ifLet(action: \.detail, state: \.detail)`.
  public func ifLet<GlobalAction: CasePathable & Sendable, GlobalState>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState, State?>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    ifLet(
      action: GlobalAction.casePaths[keyPath: action], state: state, fileID: fileID, line: line)
  }

  /// This middleware for a child that may be missing, with actions that are found and made by
  /// closures.
  ///
  /// - Parameters:
  ///   - inputAction: This middleware's action within the larger one; nil means it is not meant.
  ///   - outputAction: Makes a larger action of what this middleware sends.
  ///   - state: The child within the larger state.
  ///   - fileID: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A middleware of the larger types.
  public func ifLet<GlobalInput, GlobalOutput: Sendable, GlobalState>(
    inputAction: @escaping (GlobalInput) -> InputAction?,
    outputAction: @escaping @Sendable (OutputAction) -> GlobalOutput,
    state: @escaping (GlobalState) -> State?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalInput, GlobalOutput, GlobalState> {
    ChildMiddleware(
      self, missing: MissingPart("ifLet", of: "middleware", fileID: fileID, line: line),
      identify: OnlyChild.identify(State.self)
    ) { container, _ in container }
    .lift(
      inputAction: { inputAction($0).map { KeyedAction(OnlyChild(), $0) } },
      outputAction: { outputAction($0.action) }, state: state)
  }

  /// This middleware for one case of a state that is an enum: handles actions while the state is
  /// that case, as `ifLet` does.
  ///
  /// The child ends with the case. A value that is set anew within the case is the same child
  /// unless it is `Identifiable` and its id is another one; see `ifLet`.
  ///
  /// There is no form with closures: a middleware only reads its state, so that `ifLet` with
  /// `state: { if case .player(let player) = $0 { player } else { nil } }` is that form.
  public func ifCase<GlobalAction: Sendable, GlobalState>(
    action: CasePath<GlobalAction, InputAction>, state: CasePath<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    ChildMiddleware(
      self, missing: MissingPart("ifCase", of: "middleware", fileID: fileID, line: line),
      identify: OnlyChild.identify(State.self)
    ) { container, _ in state.extract(from: container) }
    .lift(action: action.only, state: \.self)
  }

  /// This middleware for one case of a state that is an enum:
  /// `ifCase(action: \.player, state: \.player)`.
  public func ifCase<GlobalAction: CasePathable & Sendable, GlobalState: CasePathable>(
    action: KeyPath<GlobalAction.CasePaths, CasePath<GlobalAction, InputAction>>,
    state: KeyPath<GlobalState.CasePaths, CasePath<GlobalState, State>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Middleware<GlobalAction, GlobalAction, GlobalState>
  where InputAction == OutputAction {
    ifCase(
      action: GlobalAction.casePaths[keyPath: action],
      state: GlobalState.casePaths[keyPath: state], fileID: fileID, line: line)
  }
}

extension CasePath {
  /// The same path to the action of an only child.
  var only: CasePath<Root, KeyedAction<OnlyChild, Value>> {
    CasePath<Root, KeyedAction<OnlyChild, Value>>(
      embed: { embed($0.action) },
      extract: { extract(from: $0).map { KeyedAction(OnlyChild(), $0) } }, caseTest: caseTest)
  }
}
