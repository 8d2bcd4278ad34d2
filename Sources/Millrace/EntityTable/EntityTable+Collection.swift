// SPDX-License-Identifier: Apache-2.0

extension EntityTable: RandomAccessCollection {
  /// The position of the first entity: zero.
  ///
  /// Complexity: O(1).
  @inlinable public var startIndex: Int { 0 }

  /// The number of entities.
  ///
  /// Complexity: O(1).
  @inlinable public var endIndex: Int { storage.rows.count }

  /// The entity at a position.
  ///
  /// A position that is out of bounds stops the program, as it does for an array.
  ///
  /// Complexity: O(1).
  @inlinable public subscript(position: Int) -> Entity { storage.rows[position] }

  /// Calls a closure with the entities in one piece of memory.
  ///
  /// Complexity: O(1) besides the closure.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Entity>) throws -> Result
  ) rethrows -> Result? {
    try storage.rows.withContiguousStorageIfAvailable(body)
  }
}

extension EntityTable {
  /// The ids, in the order of the entities.
  ///
  /// To keep the array costs nothing while rows are only updated: it copies nothing then, and comes
  /// back as the same array. An insertion, a removal or a move copies it while somebody holds it.
  ///
  /// Complexity: O(1).
  @inlinable public var ids: [Entity.ID] { storage.index.ids }

  /// The entities as an array.
  ///
  /// It shares the storage of the table: a change of the table copies the rows while somebody holds
  /// it.
  ///
  /// Complexity: O(1).
  @inlinable public var entities: [Entity] { storage.rows }
}

extension EntityTable: CustomReflectable, CustomStringConvertible {
  /// The entities in their order, as an array writes them.
  ///
  /// Complexity: O(n).
  public var description: String { storage.rows.description }

  /// Shows the table as a collection of its entities.
  ///
  /// Complexity: O(1).
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.rows, displayStyle: .collection)
  }
}
