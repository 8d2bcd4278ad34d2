// SPDX-License-Identifier: Apache-2.0

import Millrace

// Lifts whose action is found by a closure or an optional property. In the core a case path finds
// it, which routes the action too: a reducer that is lifted here is asked for every action.

extension Reducer {
  /// This reducer as part of a larger state and action, by a closure or an optional property.
  ///
  /// ```swift
  /// let app = counter.lift(action: { $0.counter }, state: \AppState.counter)
  /// let same = counter.lift(action: \AppAction.counter, state: \AppState.counter)
  /// ```
  ///
  /// - Parameters:
  ///   - action: This reducer's action within the larger one; nil means it is not meant.
  ///   - state: This reducer's state within the larger one.
  /// - Returns: A feature of the larger types; it can throw if this one can.
  @inlinable
  public func lift<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Feature<GlobalState, GlobalAction> {
    lift(action: CasePath(finding: action), state: state)
  }

  /// This reducer as part of a larger state and action, by closures.
  ///
  /// The part is taken out, changed and put back: a collection in it is copied when it changes. Use
  /// a key path where there is one.
  ///
  /// - Parameters:
  ///   - action: This reducer's action within the larger one; nil means it is not meant.
  ///   - get: Takes this reducer's state out of the larger one.
  ///   - set: Puts it back.
  /// - Returns: A feature of the larger types; it can throw if this one can.
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

  /// This reducer for a child that may be missing, its action found by a closure.
  @inlinable
  public func ifLet<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifLet(action: CasePath(finding: action), state: state, fileID: fileID, line: line)
  }

  /// This reducer for one case of a state that is an enum, its action found by a closure.
  ///
  /// The case must be a path; `CasePath(embed:extract:)` makes a path from two closures.
  @inlinable
  public func ifCase<GlobalState, GlobalAction: Sendable>(
    action: @escaping @Sendable (GlobalAction) -> Action?, state: CasePath<GlobalState, State>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Feature<GlobalState, GlobalAction> {
    ifCase(action: CasePath(finding: action), state: state, fileID: fileID, line: line)
  }
}

extension CasePath {
  /// A path that leads one way, for a reducer, which makes no actions.
  @usableFromInline
  init(finding extract: @escaping @Sendable (Root) -> Value?) {
    self.init(embed: { _ in fatalError("a reducer makes no actions") }, extract: extract)
  }
}
