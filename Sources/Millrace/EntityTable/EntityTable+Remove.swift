// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Removes the entity with that id.
  ///
  /// Complexity: O(1) to find it, then moves in flat memory of the rows on its shorter side, of
  /// which the first and the last row have none. No other id is hashed.
  ///
  /// - Returns: The entity, or nil if there was none.
  @inlinable @discardableResult
  public mutating func removeOne(_ id: Entity.ID) -> Entity? {
    guard let position = storage.index.position(of: id) else { return nil }
    makeUnique()
    return storage.remove(id, at: position, .next())
  }

  /// Removes the entities with these ids; ids that are not there are passed over.
  ///
  /// Complexity: O(n + number of ids).
  ///
  /// - Returns: The number of entities that were removed.
  @inlinable @discardableResult
  public mutating func removeMany(_ ids: some Sequence<Entity.ID>) -> Int {
    remove(ids.compactMap { storage.index.position(of: $0) })
  }

  /// Removes the entities for which the condition holds.
  ///
  /// Complexity: O(n). If the condition throws, nothing is removed.
  ///
  /// - Returns: The number of entities that were removed.
  @inlinable @discardableResult
  public mutating func removeAll<Failure: Error>(
    where condition: (Entity) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var positions: [Int] = []
    for position in storage.rows.indices where try condition(storage.rows[position]) {
      positions.append(position)
    }
    return remove(positions)
  }

  /// Removes all entities; the rule to sort by stays.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameter keepingCapacity: Whether to keep the room for as many entities.
  /// - Returns: The number of entities that were removed.
  @inlinable @discardableResult
  public mutating func removeAll(keepingCapacity: Bool = false) -> Int {
    storage.rows.isEmpty ? 0 : clear(keepingCapacity)
  }

  @inlinable
  mutating func clear(_ keepingCapacity: Bool) -> Int {
    makeUnique()
    let (count, stamp) = (storage.rows.count, EntityStamp.next())
    for id in storage.index.ids { storage.log.append(.removed, id, stamp) }
    storage.rows.removeAll(keepingCapacity: keepingCapacity)
    storage.index.removeAll(keepingCapacity: keepingCapacity)
    return count
  }

  /// Removes the rows at these positions, of which one may be named twice.
  @inlinable
  mutating func remove(_ positions: [Int]) -> Int {
    if positions.isEmpty { return 0 }
    makeUnique()
    let stamp = EntityStamp.next()
    var isLeaving = Array(repeating: false, count: storage.rows.count)
    for position in positions where !isLeaving[position] {
      isLeaving[position] = true
      let id = storage.index.ids[position]
      storage.index.forget(id)
      storage.log.append(.removed, id, stamp)
    }
    let count = storage.rows.count
    storage.rows.removeAll(at: isLeaving)
    storage.index.removeAll(at: isLeaving)
    return count - storage.rows.count
  }
}
