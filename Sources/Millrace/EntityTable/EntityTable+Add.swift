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
