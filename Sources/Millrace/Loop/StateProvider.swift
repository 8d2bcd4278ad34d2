// SPDX-License-Identifier: Apache-2.0

/// Something whose state can be read and watched: a store or a projection of one.
@MainActor
public protocol StateProvider<State>: AnyObject {
  /// The state that it shows.
  associatedtype State: Sendable

  /// The state now; inside an Observation-tracked scope the read is tracked as a whole.
  var state: State { get }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  func read<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Computes a selector on the present state, without tracking.
  ///
  /// Complexity: O(1) for a slice of the state, and for a selector with inputs that was asked for
  /// lately if nothing was committed since; otherwise the selector's own.
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Watches a value.
  ///
  /// Complexity: O(1) to subscribe, and one computation if no other observer watches the same. Per
  /// commit one comparison of each slice that the selector reads, however many watch it, and
  /// one computation if one of them changed; a closure without inputs is computed each time.
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - initial: Whether to call at once with the present value, before this returns. That call
  ///     is no turn: what it dispatches is committed at once, and if that changes the value,
  ///     `onChange` is called again before its first call has returned.
  ///   - onChange: Called after a commit when the value differs from the one last delivered. It is
  ///     held until the watch ends. An object that keeps the subscription and is captured by the
  ///     closure would hold itself: capture it with `[weak self]`.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription
}

/// A store: takes actions and shows a state.
public typealias StoreType<State, Action> = ActionHandler<Action> & StateProvider<State>

extension StateProvider {
  /// Watches a value; called after each commit that changed it, in the order of subscription.
  ///
  /// ```swift
  /// let subscription = store.subscribe(to: selectTotal) { total in print(total) }
  /// ```
  ///
  /// An object that keeps the subscription, as a view controller does, is captured weakly, or it is
  /// never released:
  ///
  /// ```swift
  /// subscription = store.subscribe(to: selectTotal) { [weak self] total in self?.show(total) }
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
  /// An object that keeps the subscription is captured weakly, as for
  /// ``StateProvider/subscribe(to:onChange:)``.
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

extension StateProvider {
  /// The values of a selector: first the present one, then each that differs from the one before.
  ///
  /// The sequence ends with its store and does not keep it alive. Values are buffered, by default
  /// all of them; `.bufferingNewest(1)` lets a slow reader skip to the newest.
  public func values<Output: Sendable>(
    of selector: StateSelector<State, Output>,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    stream(selector, initial: true, bufferingPolicy)
  }

  /// The values of a key path: first the present one, then each that differs from the one before.
  public func values<Output: Equatable & Sendable>(
    of keyPath: KeyPath<State, Output> & Sendable,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    values(of: StateSelector(keyPath), bufferingPolicy: bufferingPolicy)
  }
}

/// Feeds a stream and ends it when the observer that owns the feed is released.
final class StreamFeed<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func yield(_ element: Element) {
    continuation.yield(element)
  }
}

/// Keeps an observation alive; it ends when you cancel it or let go of it.
///
/// Cancelling takes effect at once, also in the middle of a notification. A subscription does not
/// keep its store alive. It keeps its closure, and what that captures: `[weak self]` where `self`
/// keeps the subscription.
@MainActor
public final class StoreSubscription {
  private var watcher: Watcher?

  /// Creates a subscription from what ends it.
  public convenience init(_ onCancel: @escaping @MainActor () -> Void) {
    self.init(ClosureWatcher(onCancel))
  }

  init(_ watcher: Watcher) {
    self.watcher = watcher
  }

  deinit {
    if let watcher { endOnMainActor { watcher.cancel() } }
  }

  /// Ends the observation; further calls do nothing.
  ///
  /// Complexity: O(log n), and amortized O(1) moves, for n observers of the same value; O(1) for n
  /// observers of the same row, in any order.
  public func cancel() {
    watcher.take()?.cancel()
  }

  /// Keeps this subscription in a collection of others.
  public func store(in subscriptions: inout [StoreSubscription]) {
    subscriptions.append(self)
  }
}

/// Ends a watch with a closure.
private final class ClosureWatcher: Watcher {
  private var onCancel: (@MainActor () -> Void)?

  init(_ onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  override func cancel() { onCancel.take()?() }
}
