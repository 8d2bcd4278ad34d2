// SPDX-License-Identifier: Apache-2.0

/// An object whose state can be read and watched: a store or a projection of a store.
@MainActor
public protocol StateProvider<State>: AnyObject, Sendable {
  /// The type of the state.
  associatedtype State: Sendable

  /// The current state; inside an Observation-tracked scope the whole state is tracked.
  var state: State { get }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  func read<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Returns the value of a selector for the current state, without tracking.
  ///
  /// Complexity: O(1) for a slice of the state, and for a memoized selector that was read recently
  /// if there was no commit since; otherwise at most the cost of the selector.
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output

  /// Watches a value.
  ///
  /// If the store has ended, the observation ends at once, after the call for `initial`.
  ///
  /// Complexity: O(1) to subscribe, and one computation if no other observer watches the same
  /// value. Per commit, one comparison of each slice that the selector reads, independent of the
  /// number of observers, and one computation if a slice changed. A selector of a closure without
  /// inputs, or with `memoized: false`, is computed after each commit.
  ///
  /// - Parameters:
  ///   - selector: The selector to watch.
  ///   - initial: True to call `onChange` with the current value before this method returns. That
  ///     call does not begin a turn: an action that it dispatches is committed at once if the store
  ///     is idle. If that changes the value, `onChange` is called again before its first call has
  ///     returned.
  ///   - onChange: Called after a commit if the value differs from the value that was delivered
  ///     last, at first from that at the subscription. The closure is held until the subscription
  ///     ends. If the closure captures an object that holds the subscription, capture it with
  ///     `[weak self]` to avoid a reference cycle.
  /// - Returns: A subscription that ends the observation when it is cancelled or released.
  func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription
}

/// A store or a projection: it accepts actions and provides a state.
public typealias StoreType<State, Action> = ActionHandler<Action> & StateProvider<State>

extension StateProvider {
  /// Watches a value: calls `onChange` after each commit that changed it, in the order of
  /// subscription.
  ///
  /// ```swift
  /// let subscription = store.subscribe(to: selectTotal) { total in print(total) }
  /// ```
  ///
  /// If the closure captures an object that holds the subscription, as a view controller does,
  /// capture the object weakly. Otherwise it is not released before the observation ends:
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
  /// Capture an object that holds the subscription weakly, as for
  /// ``StateProvider/subscribe(to:onChange:)``.
  ///
  /// Complexity: O(1) to subscribe; one comparison per commit, independent of the number of
  /// observers of the key path.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to watch.
  ///   - initial: True to call `onChange` at once with the current value.
  ///   - onChange: Called after a commit that changed the value.
  /// - Returns: A subscription that ends the observation when it is cancelled or released.
  public func subscribe<Output: Equatable & SendableMetatype>(
    to keyPath: KeyPath<State, Output> & Sendable, initial: Bool = false,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    subscribe(to: StateSelector(keyPath), initial: initial, onChange: onChange)
  }

  /// Reads a key path of the current state, without tracking.
  ///
  /// Complexity: one read of the key path, without a comparison; a projection also caches the
  /// translated key path.
  public func select<Output>(_ keyPath: KeyPath<State, Output> & Sendable) -> Output {
    select(StateSelector(uncompared: keyPath))
  }
}

extension StateProvider {
  /// Returns the future values of a property, without the current one.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bufferingPolicy: The buffering of values that were not read yet; by default all of them.
  /// - Returns: A sequence that ends with the store and does not keep it alive.
  public func updates<Value: Equatable & Sendable>(
    on keyPath: KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    stream(StateSelector(keyPath), initial: false, bufferingPolicy)
  }

  /// Returns the future values of a selector, without the current one.
  ///
  /// The selector's `didChange` decides which values count as changes.
  ///
  /// ```swift
  /// for await total in store.updates(on: selectTotal) { print(total) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - bufferingPolicy: The buffering of values that were not read yet; by default all of them.
  /// - Returns: A sequence that ends with the store and does not keep it alive.
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
    StreamFeed.stream(bufferingPolicy) { feed in
      subscribe(to: selector, initial: initial) { feed.yield($0) }
    }
  }
}

extension StateProvider {
  /// Returns the values of a selector: first the current one, then each one that differs from the
  /// previous one.
  ///
  /// The sequence ends with its store and does not keep it alive. By default all values are
  /// buffered; with `.bufferingNewest(1)` a slow reader skips to the newest value.
  public func values<Output: Sendable>(
    of selector: StateSelector<State, Output>,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    stream(selector, initial: true, bufferingPolicy)
  }

  /// Returns the values of a key path: first the current one, then each one that differs from the
  /// previous one.
  public func values<Output: Equatable & Sendable>(
    of keyPath: KeyPath<State, Output> & Sendable,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    values(of: StateSelector(keyPath), bufferingPolicy: bufferingPolicy)
  }
}

/// Feeds a stream, and ends it when the closure of the observer, which owns the feed, is released.
final class StreamFeed<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<Element>.Continuation

  private init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  /// Returns a stream of the elements that an observer passes to a feed.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: The buffering of elements that were not read yet.
  ///   - subscribe: Begins the observation; its closure must be the only owner of the feed.
  /// - Returns: A stream that cancels the subscription when it is released, or when the task that
  ///   reads it is cancelled.
  @MainActor
  static func stream(
    _ bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy,
    _ subscribe: (StreamFeed) -> StoreSubscription
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let subscription = subscribe(StreamFeed(continuation))
      continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    }
  }

  deinit {
    continuation.finish()
  }

  func yield(_ element: Element) {
    continuation.yield(element)
  }
}

/// An observation of a store, which ends when the subscription is cancelled or released.
///
/// Cancelling takes effect at once, also during a notification. If the subscription is released on
/// another thread, the observation ends a little later, on the main actor. A subscription does not
/// keep its store alive. The closure of the observation is held until the observation ends: use
/// `[weak self]` if `self` holds the subscription.
@MainActor
public final class StoreSubscription {
  private var watcher: Watcher?

  /// Creates a subscription from a closure that ends the observation.
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
  /// Complexity: O(log n), and amortized O(1) moves, for n observers of the store. The order of the
  /// cancellations does not matter.
  public func cancel() {
    watcher.take()?.cancel()
  }

  /// Appends this subscription to an array of subscriptions.
  public func store(in subscriptions: inout [StoreSubscription]) {
    subscriptions.append(self)
  }
}

/// A watcher that ends an observation by calling a closure.
private final class ClosureWatcher: Watcher {
  private var onCancel: (@MainActor () -> Void)?

  init(_ onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  override func cancel() { onCancel.take()?() }
}
