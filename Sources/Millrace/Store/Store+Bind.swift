// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Turns each change of another store's property into an action of this store.
  ///
  /// The action is dispatched in the same turn in which the other store tells its observers. The
  /// binding ends with either store and keeps neither alive.
  ///
  /// ```swift
  /// cart.bind(to: session, on: \.user) { .userChanged($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  public func bind<OtherState, Value: Equatable & SendableMetatype>(
    to other: some StateProvider<OtherState>, on keyPath: KeyPath<OtherState, Value> & Sendable,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) {
    bind(
      to: other, on: StateSelector(keyPath), initial: initial, with: action,
      source: ActionSource(fileID: fileID, function: function, line: line))
  }

  /// Turns each change of another store's property into an action, by a comparison of your own.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  ///   - areEqual: Whether a value may be left out because it equals the one before.
  public func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on keyPath: KeyPath<OtherState, Value> & Sendable,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action,
    compare areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) {
    bind(
      to: other, on: StateSelector(keyPath, didChange: { !areEqual($0, $1) }), initial: initial,
      with: action, source: ActionSource(fileID: fileID, function: function, line: line))
  }

  private func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on selector: StateSelector<OtherState, Value>,
    initial: Bool, with action: @escaping @MainActor (Value) -> Action, source: ActionSource
  ) {
    let subscription = other.subscribe(to: selector, initial: initial) { [weak self] value in
      self?.dispatch(action(value), source: source)
    }
    subscription.store(in: &bindings)
  }
}
