// SPDX-License-Identifier: Apache-2.0

extension EntityTable: Equatable where Entity: Equatable {
  /// Whether both have equal entities in the same order; rules and changes are not compared.
  ///
  /// Complexity: O(n); O(1) for copies of one another.
  @inlinable
  public static func == (lhs: EntityTable, rhs: EntityTable) -> Bool {
    lhs.stamp == rhs.stamp || lhs.storage.rows == rhs.storage.rows
  }
}

extension EntityTable: Hashable where Entity: Hashable {
  /// Hashes the entities in their order.
  ///
  /// Complexity: O(n).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.rows)
  }
}
