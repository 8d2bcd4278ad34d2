// SPDX-License-Identifier: Apache-2.0

/// Keeps an observation alive; it ends when you cancel it or let go of it.
///
/// Cancelling takes effect at once, also in the middle of a notification. A subscription does not
/// keep its store alive.
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

  isolated deinit {
    watcher?.cancel()
  }

  /// Ends the observation; further calls do nothing.
  ///
  /// Complexity: O(log n) and one move of references, for n observers of the same value. For n
  /// observers of the same row it is O(1) in the order in which they subscribed or the reverse,
  /// O(n) at worst.
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
