// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Adds an entity, or takes the place of the one with its id: `setOne` by its other name.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: Whether it was added, rather than replacing another.
  @inlinable @discardableResult
  public mutating func upsertOne(_ entity: Entity) -> Bool {
    let oldCount = count
    setOne(entity)
    return count > oldCount
  }

  /// Adds an entity, or merges it into the one with its id.
  ///
  /// ```swift
  /// people.upsertOne(news) { old, new in old.city = new.city }
  /// ```
  ///
  /// Complexity: that of ``addOne(_:)`` or ``updateOne(_:_:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - merge: Changes the first entity, which is in the table, after the second.
  /// - Throws: What `merge` throws. What it had changed by then stays changed and is noted.
  /// - Returns: Whether it was added, rather than merged.
  @inlinable @discardableResult
  public mutating func upsertOne<Failure: Error>(
    _ entity: Entity, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let isThere = try updateOne(entity.id) { old throws(Failure) in try merge(&old, entity) }
    return isThere ? false : addOne(entity)
  }

  /// Adds each entity, or takes the place of the one with its id: `setMany` by its other name.
  ///
  /// Complexity: that of `setMany`.
  ///
  /// - Returns: The number of entities that were added, rather than replacing others.
  @inlinable @discardableResult
  public mutating func upsertMany(_ entities: some Sequence<Entity>) -> Int {
    let oldCount = count
    setMany(entities)
    return count - oldCount
  }

  /// Adds each entity, or merges it into the one with its id, in turn.
  ///
  /// Of those with equal ids, the first may be added and the others are merged into it. A sorted
  /// table is put in order once, after the last.
  ///
  /// Complexity: O(number of entities). Sorted: besides, O(log n) comparisons for each, and O(n)
  /// moves, if one is out of order.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - merge: Changes the first entity, which is in the table, after the second.
  /// - Throws: What `merge` throws. What was added and changed by then stays, is noted and in
  ///   order.
  /// - Returns: The number of entities that were added, rather than merged.
  @inlinable @discardableResult
  public mutating func upsertMany<Failure: Error>(
    _ entities: some Sequence<Entity>, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    makeUnique()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    var added = 0
    defer { storage.settle(touched, stamp) }
    for entity in entities {
      let id = entity.id
      if let position = storage.index.position(of: id) {
        defer { touched.add(storage.noteWrite(id, at: position, stamp), isUpdate: true) }
        try merge(&storage.rows[position], entity)
      } else {
        storage.append(entity, id, stamp)
        touched.add(id, isUpdate: false)
        added += 1
      }
    }
    return added
  }
}

extension EntityTable where Entity: Equatable {
  /// Adds an entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// It is `setOne` by its other name. A write of an equal entity is no change.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: Whether it was added.
  @inlinable @discardableResult
  public mutating func upsertOne(_ entity: Entity) -> Bool {
    let oldCount = count
    setOne(entity)
    return count > oldCount
  }

  /// Adds each entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// It is `setMany` by its other name. A write of an equal entity is no change.
  ///
  /// Complexity: that of `setMany`.
  ///
  /// - Returns: The number of entities that were added.
  @inlinable @discardableResult
  public mutating func upsertMany(_ entities: some Sequence<Entity>) -> Int {
    let oldCount = count
    setMany(entities)
    return count - oldCount
  }
}
