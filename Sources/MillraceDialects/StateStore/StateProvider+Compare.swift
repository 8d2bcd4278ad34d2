// SPDX-License-Identifier: Apache-2.0

import Millrace

// `distinctValues`, and methods with a custom comparison. In the core, the selector has the
// comparison: `StateSelector(\.name, didChange: …)`.

extension StateProvider {
  /// Returns the new values of a property, without the current value, with a custom comparison.
  ///
  /// Complexity: per commit, one read of the property and one comparison.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: The buffering of values that were not read yet.
  ///   - areEqual: Compares the last value that was not omitted, at first the current value, with a
  ///     new value; called on the main actor. If it returns true, the new value is omitted.
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

  /// Returns the current value and the new values of a property.
  ///
  /// The same as `values(of:)` of the core.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: The buffering of values that were not read yet.
  /// - Returns: A sequence that ends with the store.
  public func distinctValues<Value: Equatable & Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    values(of: keyPath, bufferingPolicy: bufferingPolicy)
  }

  /// Returns the current value and the new values of a selector.
  ///
  /// The same as `values(of:)` of the core.
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - bufferingPolicy: The buffering of values that were not read yet.
  /// - Returns: A sequence that ends with the store.
  public func distinctValues<Value: Sendable>(
    on selector: StateSelector<State, Value>,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    values(of: selector, bufferingPolicy: bufferingPolicy)
  }

  /// Returns the current value and the new values of a property, with a custom comparison.
  ///
  /// Complexity: per commit, one read of the property and one comparison.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: The buffering of values that were not read yet.
  ///   - areEqual: Compares the last value that was not omitted, at first the current value, with a
  ///     new value; called on the main actor. If it returns true, the new value is omitted.
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
  /// Dispatches an action to this store for each change of another store's property, with a custom
  /// comparison.
  ///
  /// The binding ends when one of the two stores ends, and keeps neither alive.
  ///
  /// Complexity: O(1) to bind; per commit of the other store, one read of the property and one
  /// comparison.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: True if an action is also dispatched for the current value.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Creates an action for a value.
  ///   - areEqual: Compares the last value that was not omitted, at first the current value, with a
  ///     new value; called on the main actor. If it returns true, the new value is omitted.
  /// - Returns: A subscription whose cancellation ends the binding. This store references the
  ///   subscription, so your code does not have to.
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
