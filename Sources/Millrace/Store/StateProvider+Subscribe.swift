// SPDX-License-Identifier: Apache-2.0

extension StateProvider {
  /// Watches a value; called after each commit that changed it, in the order of subscription.
  ///
  /// ```swift
  /// let subscription = store.subscribe(to: selectTotal) { total in print(total) }
  /// ```
  ///
  /// Complexity: that of ``StateProvider/subscribe(to:initial:onChange:)``.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    subscribe(to: selector, initial: false, onChange: onChange)
  }

  /// Watches a key path.
  ///
  /// Complexity: O(1) to subscribe; one comparison per commit, however many watch the key path.
  ///
  /// - Parameters:
  ///   - keyPath: What to watch.
  ///   - initial: Whether to call at once with the present value.
  ///   - onChange: Called after a commit that changed the value.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  public func subscribe<Output: Equatable & SendableMetatype>(
    to keyPath: KeyPath<State, Output> & Sendable, initial: Bool = false,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    subscribe(to: StateSelector(keyPath), initial: initial, onChange: onChange)
  }

  /// Reads a key path of the present state, without tracking.
  ///
  /// Complexity: O(1); nothing is compared or remembered.
  public func select<Output>(_ keyPath: KeyPath<State, Output> & Sendable) -> Output {
    select(StateSelector(uncompared: keyPath))
  }
}
