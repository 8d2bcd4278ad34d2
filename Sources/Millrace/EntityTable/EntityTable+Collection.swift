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
  /// The array is made when it is asked for, and comes back as the same array until an id is
  /// inserted, removed, moved or spelled otherwise. To hold it makes no change copy anything.
  ///
  /// Complexity: O(1); O(n) after a change of the ids. The table keeps the array until the next.
  @inlinable public var ids: [Entity.ID] { storage.index.ids.array }

  /// The entities as an array.
  ///
  /// The array is made when it is asked for, and comes back as the same array until an entity
  /// changes. To hold it makes no change copy the rows. The table is itself a collection of its
  /// entities, which is walked without an array.
  ///
  /// Complexity: O(1); O(n) after a change. The table keeps the array until the next change.
  @inlinable public var entities: [Entity] { storage.rows.array }
}

extension EntityTable: CustomReflectable, CustomStringConvertible {
  /// The entities in their order, as an array writes them.
  ///
  /// Complexity: O(n).
  public var description: String { Array(storage.rows).description }

  /// Shows the table as a collection of its entities.
  ///
  /// Complexity: O(1).
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.rows, displayStyle: .collection)
  }
}
