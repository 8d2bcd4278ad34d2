// SPDX-License-Identifier: Apache-2.0

/// A cache with a maximum number of values, which removes the least recently used one first.
///
/// The slots form a doubly linked list in the order of their last use.
@usableFromInline
struct LRUCache<Key: Hashable, Value> {
  /// A value with the indexes of its neighbors in the list; -1 at the ends.
  @usableFromInline
  struct Slot {
    @usableFromInline var key: Key
    @usableFromInline var value: Value
    @usableFromInline var newer: Int
    @usableFromInline var older: Int

    @inlinable
    init(key: Key, value: Value) {
      (self.key, self.value, newer, older) = (key, value, -1, -1)
    }
  }

  @usableFromInline let limit: Int
  @usableFromInline var slots: [Slot] = []
  @usableFromInline var positions: [Key: Int] = [:]
  /// The index of the most recently used slot, or -1 if the cache is empty.
  @usableFromInline var newest = -1
  /// The index of the least recently used slot, or -1 if the cache is empty.
  @usableFromInline var oldest = -1

  @inlinable
  init(limit: Int) {
    self.limit = limit
  }

  /// The least recently used value, or nil if the cache is empty.
  var leastRecent: Value? { oldest < 0 ? nil : slots[oldest].value }

  /// Returns the value for a key and marks it as the most recently used.
  ///
  /// Complexity: O(1).
  @inlinable
  mutating func use(_ key: Key) -> Value? {
    if newest >= 0 && slots[newest].key == key { return slots[newest].value }
    guard let position = positions[key] else { return nil }
    unlink(position)
    link(position)
    return slots[position].value
  }

  /// Inserts a value for a key that is not in the cache.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: The value that was removed to stay within the limit, or nil.
  @inlinable
  mutating func insert(_ value: Value, for key: Key) -> Value? {
    let old = slots.count == limit ? removeLeastRecent() : nil
    positions[key] = slots.count
    slots.append(Slot(key: key, value: value))
    link(slots.count - 1)
    return old
  }

  /// Removes the least recently used value.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: The removed value, or nil if the cache is empty.
  @inlinable @discardableResult
  mutating func removeLeastRecent() -> Value? {
    guard oldest >= 0 else { return nil }
    let position = oldest
    unlink(position)
    positions[slots[position].key] = nil
    let last = slots.removeLast()
    guard position < slots.count else { return last.value }
    // The last slot moves to the free index.
    let old = slots[position].value
    slots[position] = last
    positions[last.key] = position
    if last.newer >= 0 { slots[last.newer].older = position } else { newest = position }
    if last.older >= 0 { slots[last.older].newer = position } else { oldest = position }
    return old
  }

  @inlinable
  mutating func unlink(_ position: Int) {
    let (newer, older) = (slots[position].newer, slots[position].older)
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
  }

  @inlinable
  mutating func link(_ position: Int) {
    slots[position].newer = -1
    slots[position].older = newest
    if newest >= 0 { slots[newest].newer = position } else { oldest = position }
    newest = position
  }
}
