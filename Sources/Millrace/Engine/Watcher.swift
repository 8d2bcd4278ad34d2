// SPDX-License-Identifier: Apache-2.0

/// One who watches: knows its place in the order of calls and who calls it.
///
/// It is held by those who call it and by its ``Subscription``, so it is kept as small as it can
/// be.
@usableFromInline
class Watcher {
  /// Grows with each who comes; 0 before that and once it is cancelled.
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline weak var host: WatcherHost?

  @inlinable
  init() {}

  /// Ends the watch; further calls do nothing.
  @usableFromInline
  func cancel() {
    host?.remove(self)
  }
}

/// Who calls watchers.
@usableFromInline
class WatcherHost {
  @inlinable
  init() {}

  @usableFromInline
  func remove(_ watcher: Watcher) {}
}

/// Watchers of one thing, in the order in which they came.
extension [Watcher] {
  /// Takes a watcher out of a list in ascending order of ids.
  ///
  /// Complexity: O(log n) to find it.
  @inlinable
  mutating func removeSorted(_ watcher: Watcher) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < watcher.id { low = middle + 1 } else { high = middle }
    }
    if low < count && self[low] === watcher { remove(at: low) }
  }
}
