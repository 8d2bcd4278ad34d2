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
  /// Complexity: O(1) to bind; per commit of the other store what a subscription costs.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store keeps
  ///   it: you need not.
  @discardableResult
  public func bind<OtherState, Value: Equatable & SendableMetatype>(
    to other: some StateProvider<OtherState>, on keyPath: KeyPath<OtherState, Value> & Sendable,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) -> StoreSubscription {
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
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store keeps
  ///   it: you need not.
  @discardableResult
  public func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on keyPath: KeyPath<OtherState, Value> & Sendable,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action,
    compare areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> StoreSubscription {
    bind(
      to: other, on: StateSelector(keyPath, didChange: { !areEqual($0, $1) }), initial: initial,
      with: action, source: ActionSource(fileID: fileID, function: function, line: line))
  }

  /// Turns each change of what a selector yields from another store's state into an action.
  ///
  /// ```swift
  /// cart.bind(to: session, on: selectDiscount) { .discountChanged($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - selector: What to watch; it says itself what counts as a change.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store keeps
  ///   it: you need not.
  @discardableResult
  public func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on selector: StateSelector<OtherState, Value>,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) -> StoreSubscription {
    bind(
      to: other, on: selector, initial: initial, with: action,
      source: ActionSource(fileID: fileID, function: function, line: line))
  }

  private func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on selector: StateSelector<OtherState, Value>,
    initial: Bool, with action: @escaping @MainActor (Value) -> Action, source: ActionSource
  ) -> StoreSubscription {
    let binding = StoreBinding { [weak self] value in
      self?.dispatch(action(value), source: source)
    } onEnd: { [weak self] id in
      // Let go of when it is out of the table: that may run code of others.
      _ = self?.bindings.removeValue(forKey: id)
    }
    let subscription = other.subscribe(to: selector, initial: initial) { binding.receive($0) }
    // If the other store has ended already, the binding ends with this line.
    withExtendedLifetime(binding) { bindings[ObjectIdentifier(binding)] = subscription }
    if existingEngine?.isEnded == true { subscription.cancel() }
    return subscription
  }
}

/// What the observed store holds of a binding; gone with the observer, and the binding with it.
@MainActor
private final class StoreBinding<Value> {
  let receive: @MainActor (Value) -> Void
  private let onEnd: @MainActor (ObjectIdentifier) -> Void

  init(
    _ receive: @escaping @MainActor (Value) -> Void,
    onEnd: @escaping @MainActor (ObjectIdentifier) -> Void
  ) {
    self.receive = receive
    self.onEnd = onEnd
  }

  isolated deinit {
    onEnd(ObjectIdentifier(self))
  }
}
