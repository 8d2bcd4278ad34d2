// SPDX-License-Identifier: Apache-2.0

extension Reducer {
  /// This reducer as part of a larger state and action, by key path; changes stay in place.
  ///
  /// ```swift
  /// let app = counter.lift(action: { $0.counter }, state: \AppState.counter)
  /// ```
  ///
  /// - Parameters:
  ///   - action: This reducer's action within the larger one; nil means it is not meant.
  ///   - state: This reducer's state within the larger one.
  /// - Returns: A reducer of the larger types; it can throw if this one can.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalState, GlobalAction> {
    lifted(action: action) { global, change in change(&global[keyPath: state]) }
  }

  /// This reducer as part of a larger state and action, both by key path.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: KeyPath<GlobalAction, Action?> & Sendable,
    state: WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalState, GlobalAction> {
    lift(action: { $0[keyPath: action] }, state: state)
  }

  /// This reducer as part of a larger state and action, by closures.
  ///
  /// The part is taken out, changed and put back: a collection in it is copied when it changes. Use
  /// a key path where there is one.
  @inlinable
  public func lift<GlobalState, GlobalAction>(
    action: @escaping @Sendable (GlobalAction) -> Action?,
    get: @escaping @Sendable (GlobalState) -> State,
    set: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<GlobalState, GlobalAction> {
    lifted(action: action) { global, change in
      var local = get(global)
      change(&local)
      set(&global, local)
    }
  }

  /// The one place that lifts: `focus` opens the larger state where this reducer's state is.
  @usableFromInline
  func lifted<GlobalState, GlobalAction>(
    action extract: @escaping @Sendable (GlobalAction) -> Action?,
    focus: @escaping @Sendable (inout GlobalState, (inout State) -> Void) -> Void
  ) -> Reducer<GlobalState, GlobalAction> {
    switch step {
    case .identity: return .identity
    case .total(let reduce):
      return Reducer<GlobalState, GlobalAction> { global, action in
        guard let local = extract(action) else { return }
        focus(&global) { reduce(&$0, local) }
      }
    case .throwing(let reduce):
      return Reducer<GlobalState, GlobalAction>(
        step: .throwing { global, action in
          guard let local = extract(action) else { return }
          var failure: (any Error)?
          focus(&global) { state in
            do { try reduce(&state, local) } catch { failure = error }
          }
          if let failure { throw failure }
        })
    }
  }
}
