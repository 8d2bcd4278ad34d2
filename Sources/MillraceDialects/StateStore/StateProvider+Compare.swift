// SPDX-License-Identifier: Apache-2.0

import Millrace

// `distinctValues`, and the forms with a comparison of one's own. In the core a selector says what
// counts as a change: `StateSelector(\.name, didChange: …)`.

extension StateProvider {
  /// The values that a property takes from now on, by a comparison of your own.
  ///
  /// Complexity: as `updates(on:bufferingPolicy:)` with a selector.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  ///   - areEqual: Whether a value may be left out because it equals the one before.
  /// - Returns: A sequence that ends with the store.
  public func updates<Value: Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    compare areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> AsyncStream<Value> {
    updates(
      on: StateSelector(keyPath, didChange: { !areEqual($0, $1) }),
      bufferingPolicy: bufferingPolicy)
  }

  /// The present value of a property and those that it takes from now on.
  ///
  /// The same as `values(of:)` of the core.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  /// - Returns: A sequence that ends with the store.
  public func distinctValues<Value: Equatable & Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    values(of: keyPath, bufferingPolicy: bufferingPolicy)
  }

  /// The present value of a selector and those that it yields from now on.
  ///
  /// The same as `values(of:)` of the core.
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  /// - Returns: A sequence that ends with the store.
  public func distinctValues<Value: Sendable>(
    on selector: StateSelector<State, Value>,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    values(of: selector, bufferingPolicy: bufferingPolicy)
  }

  /// The present value of a property and those that it takes from now on, by a comparison of your
  /// own.
  ///
  /// Complexity: as `distinctValues(on:bufferingPolicy:)` with a selector.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  ///   - areEqual: Whether a value may be left out because it equals the one before.
  /// - Returns: A sequence that ends with the store.
  public func distinctValues<Value: Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    compare areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> AsyncStream<Value> {
    distinctValues(
      on: StateSelector(keyPath, didChange: { !areEqual($0, $1) }),
      bufferingPolicy: bufferingPolicy)
  }
}

extension Store {
  /// Turns each change of another store's property into an action, by a comparison of your own.
  ///
  /// Complexity: as `bind(to:on:with:)` with a selector.
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
      fileID: fileID, function: function, line: line, with: action)
  }
}
