// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Adds an entity, unless there is one with its id.
  ///
  /// It goes behind the others or, in a sorted table, behind those that are not greater.
  ///
  /// Complexity: amortized O(1). Sorted: O(log n) comparisons and O(n) moves.
  ///
  /// - Returns: Whether it was added.
  @inlinable @discardableResult
  public mutating func addOne(_ entity: Entity) -> Bool {
    let id = entity.id
    if storage.index.position(of: id) != nil { return false }
    makeUnique()
    storage.append(entity, id, .next())
    _ = storage.settle(storage.rows.count - 1)
    return true
  }

  /// Adds an entity at a position, unless there is one with its id.
  ///
  /// So what was removed comes back where it was:
  ///
  /// ```swift
  /// let position = table.index(of: id)
  /// let entity = table.removeOne(id)
  /// // and to undo it
  /// if let entity, let position { table.addOne(entity, at: position) }
  /// ```
  ///
  /// A position beyond the last row means behind the others, a negative one before them. In a
  /// sorted table the rule decides, as in ``addOne(_:)``. The rows behind it keep their order, and
  /// the change is noted as one insertion.
  ///
  /// Complexity: O(n − position) moves in flat memory. Sorted: as ``addOne(_:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - position: Its position afterwards, in a table without a rule to sort by.
  /// - Returns: Whether it was added.
  @inlinable @discardableResult
  public mutating func addOne(_ entity: Entity, at position: Int) -> Bool {
    guard addOne(entity) else { return false }
    if storage.order == nil { storage.moveLast(to: position) }
    return true
  }

  /// Adds those entities whose ids are not there yet; of those with equal ids, the first.
  ///
  /// Complexity: O(number of entities). Sorted: besides, O(log n) comparisons for each, and O(n)
  /// moves, if one is out of order.
  ///
  /// - Returns: The number of entities that were added.
  @inlinable @discardableResult
  public mutating func addMany(_ entities: some Sequence<Entity>) -> Int {
    makeUnique()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    for entity in entities {
      let id = entity.id
      if storage.index.position(of: id) != nil { continue }
      storage.append(entity, id, stamp)
      touched.add(id, isUpdate: false)
    }
    storage.settle(touched, stamp)
    return touched.count
  }
}
