// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension StateProvider {
  /// The present state, and the state after each commit.
  ///
  /// A projection's state is held until the next one.
  ///
  /// A projection or an ``ObservableViewModel`` may be made on the way: the publisher holds it. A
  /// `StateProvider` of your own must be held by your code until the subscription has begun; if it
  /// is gone by then, the publisher finishes at once.
  public var publisher: StorePublisher<State> {
    publisher(of: StateSelector({ $0 }, didChange: { _, _ in true }), initial: true)
  }

  /// The present value of a selector, and each that differs from the one before.
  ///
  /// ```swift
  /// let watch = store.publisher(for: selectVisibleBooks).sink { books in print(books.count) }
  /// ```
  public func publisher<Output>(
    for selector: StateSelector<State, Output>
  ) -> StorePublisher<Output> {
    publisher(of: selector, initial: true)
  }

  /// The present value of a property, and each that differs from the one before.
  public func publisher<Output: Equatable & SendableMetatype>(
    for keyPath: KeyPath<State, Output> & Sendable
  ) -> StorePublisher<Output> {
    publisher(of: StateSelector(keyPath), initial: true)
  }

  /// The same as ``publisher(for:)-(StateSelector<Self.State,Output>)``, under the name that users
  /// of ReCombine know; the context decides between this and the core's `select`, which reads once.
  @_disfavoredOverload
  public func select<Output>(_ selector: StateSelector<State, Output>) -> StorePublisher<Output> {
    publisher(of: selector, initial: true)
  }

  /// The values that a property takes from now on, without the present one.
  ///
  /// ```swift
  /// store.updates(on: \.username).debounce(for: 0.8, scheduler: scheduler)
  /// ```
  ///
  /// The context decides between this and the core's sequence of the same name.
  @_disfavoredOverload
  public func updates<Value: Equatable & SendableMetatype>(
    on keyPath: KeyPath<State, Value> & Sendable
  ) -> StorePublisher<Value> {
    publisher(of: StateSelector(keyPath), initial: false)
  }

  /// The values that a property takes from now on, by a comparison of your own.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - areEqual: Whether a value may be left out because it equals the one before.
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
    let home = home
    return StorePublisher(.newest(areEqual: { !selector.didChange($0, $1) })) { deliver in
      home()?.subscribe(to: selector, initial: initial, onChange: deliver)
    }
  }

  /// A way back here that does not keep a store alive.
  ///
  /// A projection or a view model is held: this may be the only reference to it.
  private var home: @MainActor () -> Self? {
    if self is any HoldsItsStore { return { self } }
    return { [weak self] in self }
  }
}

/// A window on a store, made on the way and held by no other reference.
private protocol HoldsItsStore {}

extension StoreProjection: HoldsItsStore {}

extension ObservableViewModel: HoldsItsStore {}

extension Store {
  /// The present state, and the state after each commit; in a batch once, after the last.
  ///
  /// Nothing is held and nothing compared. But a state that waits for a slow subscriber is a second
  /// reference: the next write to one of its collections copies that collection.
  public var publisher: StorePublisher<State> {
    StorePublisher(.newest(areEqual: { _, _ in false })) { [weak self] deliver in
      guard let self else { return nil }
      let subscription = subscribe(deliver)
      deliver(select(StateSelector({ $0 }, didChange: { _, _ in true })))
      return subscription
    }
  }
}
