// SPDX-License-Identifier: Apache-2.0

extension StateProvider {
  /// The values that a property takes from now on, without the present one.
  ///
  /// The sequence ends with its store and does not keep it alive.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  /// - Returns: A sequence that ends with the store.
  public func updates<Value: Equatable & Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    stream(StateSelector(keyPath), initial: false, bufferingPolicy)
  }

  /// The values that a selector yields from now on, without the present one.
  ///
  /// The selector says itself what counts as a change.
  ///
  /// ```swift
  /// for await total in store.updates(on: selectTotal) { print(total) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - bufferingPolicy: What becomes of values that were not asked for yet.
  /// - Returns: A sequence that ends with the store.
  public func updates<Value: Sendable>(
    on selector: StateSelector<State, Value>,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    stream(selector, initial: false, bufferingPolicy)
  }

  /// The values that a property takes from now on, by a comparison of your own.
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
    stream(
      StateSelector(keyPath, didChange: { !areEqual($0, $1) }), initial: false, bufferingPolicy)
  }

  /// The present value of a property and those that it takes from now on.
  ///
  /// The same as `values(of:)`.
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
  /// The same as `values(of:)`.
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
    values(
      of: StateSelector(keyPath, didChange: { !areEqual($0, $1) }),
      bufferingPolicy: bufferingPolicy)
  }

  func stream<Value: Sendable>(
    _ selector: StateSelector<State, Value>, initial: Bool,
    _ bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy
  ) -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let feed = StreamFeed(continuation)
      let subscription = subscribe(to: selector, initial: initial) { feed.yield($0) }
      continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    }
  }
}
