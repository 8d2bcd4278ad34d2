// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension StateProvider {
  /// Publishes the current state, and the state after each commit; in a batch, only after the last
  /// commit.
  ///
  /// For a projection, the last state is stored until the next state.
  public var publisher: StorePublisher<State> {
    publisher(of: StateSelector({ $0 }, didChange: { _, _ in true }), initial: true)
  }

  /// Publishes the current value of a selector, and each value that differs from the previous one.
  ///
  /// ```swift
  /// let watch = store.publisher(for: selectVisibleBooks).sink { books in print(books.count) }
  /// ```
  public func publisher<Output>(
    for selector: StateSelector<State, Output>
  ) -> StorePublisher<Output> {
    publisher(of: selector, initial: true)
  }

  /// Publishes the current value of a property, and each value that differs from the previous one.
  public func publisher<Output: Equatable & SendableMetatype>(
    for keyPath: KeyPath<State, Output> & Sendable
  ) -> StorePublisher<Output> {
    publisher(of: StateSelector(keyPath), initial: true)
  }

  /// The same as ``publisher(for:)-(StateSelector<Self.State,Output>)``, with the name of
  /// ReCombine.
  ///
  /// The core has a `select` that reads the value once. The expected type decides which of the two
  /// is called.
  @_disfavoredOverload
  public func select<Output>(_ selector: StateSelector<State, Output>) -> StorePublisher<Output> {
    publisher(of: selector, initial: true)
  }

  /// Publishes each new value of a property, without the current value.
  ///
  /// ```swift
  /// store.updates(on: \.username).debounce(for: 0.8, scheduler: scheduler)
  /// ```
  ///
  /// The core has an `updates` that returns a sequence. The expected type decides which of the two
  /// is called.
  @_disfavoredOverload
  public func updates<Value: Equatable & SendableMetatype>(
    on keyPath: KeyPath<State, Value> & Sendable
  ) -> StorePublisher<Value> {
    publisher(of: StateSelector(keyPath), initial: false)
  }

  /// Publishes each new value of a property, without the current value, with your own comparison.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - areEqual: Returns true if two values are equal. A value that equals the previous one is
  ///     not published.
  /// - Returns: A publisher that ends with the store.
  @_disfavoredOverload
  public func updates<Value>(
    on keyPath: KeyPath<State, Value> & Sendable,
    compare areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> StorePublisher<Value> {
    publisher(of: StateSelector(keyPath, didChange: { !areEqual($0, $1) }), initial: false)
  }

  private func publisher<Output>(
    of selector: StateSelector<State, Output>, initial: Bool
  ) -> StorePublisher<Output> {
    let provider = provider
    return StorePublisher(.newest(areEqual: { !selector.didChange($0, $1) })) { deliver in
      provider()?.subscribe(to: selector, initial: initial, onChange: deliver)
    }
  }

  /// A function that returns this provider, or nil if it was released.
  ///
  /// The function references a store weakly. It references a projection or a view model strongly,
  /// because there can be no other reference to it.
  private var provider: @MainActor () -> Self? {
    if self is any StoreReference { return { self } }
    return { [weak self] in self }
  }
}

/// A provider that references a store, and to which the publisher can have the only reference.
private protocol StoreReference {}

extension StoreProjection: StoreReference {}

extension ObservableViewModel: StoreReference {}

extension Store {
  /// Publishes the current state, and the state after each commit; in a batch, only after the last
  /// commit.
  ///
  /// States are not compared. A state is stored only while the subscriber has not requested it: the
  /// next write to one of its collections then copies that collection.
  public var publisher: StorePublisher<State> {
    StorePublisher(.newest()) { [weak self] deliver in
      guard let self else { return nil }
      let subscription = subscribe(deliver)
      deliver(select(StateSelector({ $0 }, didChange: { _, _ in true })))
      return subscription
    }
  }
}
