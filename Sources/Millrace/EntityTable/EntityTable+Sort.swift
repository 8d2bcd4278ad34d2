// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// The rule by which the table stays sorted, or nil.
  ///
  /// Complexity: O(1).
  @inlinable public var order: EntityOrder<Entity>? { storage.order }

  /// Sorts the table by another rule from now on; nil keeps the order as it is and sorts no more.
  ///
  /// The sort is stable. Does nothing if the table has an equal rule. The rule itself is no part of
  /// the contents: where no row moves, the stamp stays.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if the rows are in order; O(1) for the same rule or
  /// nil.
  ///
  /// - Returns: Whether a row moved.
  @inlinable @discardableResult
  public mutating func sort(by order: EntityOrder<Entity>?) -> Bool {
    if order == storage.order && !storage.isDecoded { return false }
    makeUnique()
    storage.isDecoded = false
    if order == storage.order { return false }
    storage.order = order
    if order != nil { LostOrder.note(Entity.self) }
    guard storage.sort() else { return false }
    storage.log.append(.reordered, nil, .next())
    return true
  }

  /// Sorts the table by one property from now on, the smallest value first.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if the rows are in order; O(1) for the same property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  /// - Returns: Whether a row moved.
  @inlinable @discardableResult
  public mutating func sort<Key: Comparable & SendableMetatype>(
    by keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) -> Bool {
    sort(by: EntityOrder(keyPath, descending: descending))
  }
}
