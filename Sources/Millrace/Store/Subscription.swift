// SPDX-License-Identifier: Apache-2.0

/// Keeps an observation alive; it ends when you cancel it or let go of it.
///
/// Cancelling takes effect at once, also in the middle of a notification. A subscription does not
/// keep its store alive.
@MainActor
public final class Subscription {
  private var onCancel: (@MainActor () -> Void)?

  /// Creates a subscription from what ends it.
  public init(_ onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  isolated deinit {
    onCancel?()
  }

  /// Ends the observation; further calls do nothing.
  public func cancel() {
    onCancel.take()?()
  }

  /// Keeps this subscription in a collection of others.
  public func store(in subscriptions: inout [Subscription]) {
    subscriptions.append(self)
  }
}
