// SPDX-License-Identifier: Apache-2.0

/// What a ``StoreSubscription`` ends.
@usableFromInline
class Watcher {
  @inlinable
  init() {}

  /// Ends the watch; further calls do nothing.
  @usableFromInline
  func cancel() {}
}

/// Who has observers: the engine.
@usableFromInline
class ObserverHost {
  @inlinable
  init() {}

  @usableFromInline
  func remove(_ observer: StoreObserver) {}
}
