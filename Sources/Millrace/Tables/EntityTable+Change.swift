// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Adds an entity, unless the table has an entity with the same id.
  ///
  /// The entity is added at the end or, in a sorted table, after the entities that are less or
  /// equal in the sort order.
  ///
  /// Complexity: amortized O(1). Sorted: O(log n) comparisons and O(n) moves.
  ///
  /// - Returns: True if the entity was added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func addOne(_ entity: Entity) -> Bool {
    let id = entity.id
    if storage.index.position(of: id) != nil { return false }
    makeUnique()
    storage.append(entity, id, .next())
    _ = storage.settle(storage.rows.count - 1)
    return true
  }

  /// Adds an entity at a position, unless the table has an entity with the same id.
  ///
  /// For example, this method puts a removed entity back at its old position:
  ///
  /// ```swift
  /// let position = table.index(of: id)
  /// let entity = table.removeOne(id)
  /// // and to undo it
  /// if let entity, let position { table.addOne(entity, at: position) }
  /// ```
  ///
  /// A position greater than the number of rows is the end, and a negative position is the start. A
  /// sorted table ignores the position; see ``addOne(_:)``. The order of the other rows does not
  /// change, and the change is logged as one insertion.
  ///
  /// Complexity: O(n − position) moves in contiguous memory. Sorted: as ``addOne(_:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - position: The position of the entity after the call, in a table without a sort order.
  /// - Returns: True if the entity was added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func addOne(_ entity: Entity, at position: Int) -> Bool {
    guard addOne(entity) else { return false }
    if storage.order == nil { storage.moveLast(to: position) }
    return true
  }

  /// Adds the entities whose ids are not in the table.
  ///
  /// If several of them have equal ids, the first one is added.
  ///
  /// Complexity: O(number of entities). Sorted: if one is out of order, also O(log n) comparisons
  /// for each entity and O(n) moves.
  ///
  /// - Returns: The number of entities that were added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func addMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities, unless: { _, _ in true }, merge: { _, _ in }).count
  }
}

extension EntityTable {
  /// Adds an entity, or replaces the entity with the same id.
  ///
  /// Complexity: amortized O(1). Sorted: if the row is out of order, O(log n) comparisons and O(n)
  /// moves.
  ///
  /// - Returns: True if the table changed. The result is always true for entities that are not
  ///   `Equatable`.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setOne(_ entity: Entity) -> Bool {
    set(entity) { _, _ in false }
  }

  /// Adds each entity, or replaces the entity with the same id.
  ///
  /// If several of the given entities have equal ids, the last one is stored.
  ///
  /// Complexity: O(number of entities). Sorted: if one is out of order, also O(log n) comparisons
  /// for each entity and O(n) moves.
  ///
  /// - Returns: The number of writes that changed the table.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities) { $0 = $1 }.count
  }

  /// Replaces all entities of the table with the given ones, in the given order or sorted.
  ///
  /// If several of the given entities have equal ids, the last one is stored, at the position of
  /// the first one. The table logs which ids were inserted, removed and updated.
  ///
  /// Complexity: O(n + m) for m entities. Sorted: also O(m) comparisons, or O(m log m) if the
  /// entities are out of order.
  ///
  /// - Returns: True if the table changed. For entities that are not `Equatable`, the result is
  ///   false only if the table was empty and still is.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setAll(_ entities: some Sequence<Entity>) -> Bool {
    replaceAll(entities) { _, _ in false }
  }
}

extension EntityTable where Entity: Equatable {
  /// Adds an entity, or replaces the entity with the same id, unless the two are equal.
  ///
  /// Writing an equal entity changes nothing: stamp and storage of the table remain the same.
  ///
  /// Complexity: that of `setOne` for entities that are not `Equatable`, and one comparison.
  ///
  /// - Returns: True if the table changed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setOne(_ entity: Entity) -> Bool {
    set(entity, unless: ==)
  }

  /// Adds each entity, or replaces the entity with the same id, unless the two are equal.
  ///
  /// Complexity: that of `setMany` for entities that are not `Equatable`, and one comparison for
  /// each entity.
  ///
  /// - Returns: The number of writes that changed the table.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities, unless: ==) { $0 = $1 }.count
  }

  /// Replaces all entities of the table with the given ones.
  ///
  /// An entity that is equal to the old entity with its id is not logged as a change.
  ///
  /// If similar data is loaded again, only the observers of the rows that differ are called.
  ///
  /// Complexity: that of `setAll` for entities that are not `Equatable`, and one comparison for
  /// each entity.
  ///
  /// - Returns: True if the table changed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setAll(_ entities: some Sequence<Entity>) -> Bool {
    replaceAll(entities, unless: ==)
  }
}

extension EntityTable {
  @_alwaysEmitIntoClient
  mutating func set(_ entity: Entity, unless isEqual: (Entity, Entity) -> Bool) -> Bool {
    let id = entity.id
    guard let position = storage.index.position(of: id) else { return addOne(entity) }
    if isEqual(storage.rows[position], entity) { return false }
    makeUnique()
    storage.willWrite(position)
    storage.rows[position] = entity
    storage.wasWritten(id, at: position, .next())
    return true
  }

  /// Adds each entity, or merges it into the entity with the same id, unless `isEqual` returns
  /// true.
  ///
  /// The method is inlined, so that the closures are inlined too.
  ///
  /// Complexity: O(number of entities). Sorted: if one is out of order, also O(log n) comparisons
  /// for each entity and O(n) moves.
  @_alwaysEmitIntoClient @inline(__always)
  mutating func put<Failure: Error>(
    _ entities: some Sequence<Entity>, unless isEqual: (Entity, Entity) -> Bool = { _, _ in false },
    merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> EntityTouches<Entity.ID> {
    makeUnique()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    defer { storage.settle(touched, stamp) }
    for entity in entities {
      let id = entity.id
      if let position = storage.index.position(of: id) {
        if isEqual(storage.rows[position], entity) { continue }
        storage.willWrite(position)
        defer { touched.add(storage.logWrite(id, at: position, stamp), isUpdate: true) }
        try merge(&storage.rows[position], entity)
      } else {
        storage.append(entity, id, stamp)
        touched.add(id, isUpdate: false)
      }
    }
    return touched
  }

  @_alwaysEmitIntoClient
  mutating func replaceAll(
    _ entities: some Sequence<Entity>, unless isEqual: (Entity, Entity) -> Bool
  ) -> Bool {
    let old = storage
    let new = EntityStorage<Entity>(order: old.order)
    let stamp = EntityStamp.next()
    // The log ignores entries with the stamp that it starts from. The changes are logged below.
    new.log.restart(at: stamp)
    for entity in entities {
      let id = entity.id
      if let position = new.index.position(of: id) {
        new.rows[position] = entity
        new.index.respell(id, at: position)
      } else {
        new.append(entity, id, stamp)
      }
    }
    _ = new.sort()
    new.log = old.log
    new.log.rowCount = new.rows.count
    for id in old.index.ids where new.index.position(of: id) == nil {
      new.log.append(.removed, id, stamp)
    }
    var (last, isReordered) = (-1, false)
    for (id, entity) in zip(new.index.ids, new.rows) {
      guard let position = old.index.position(of: id) else {
        new.log.append(.inserted, id, stamp)
        continue
      }
      if position < last { isReordered = true }
      last = position
      if !isEqual(old.rows[position], entity) { new.log.append(.updated, id, stamp) }
    }
    if isReordered { new.log.appendReorder(stamp) }
    if new.log.current == old.log.current { return false }
    old.record(.replace(old.rows))
    old.passRecordings(to: new)
    storage = new
    return true
  }
}

extension EntityTable {
  /// Changes the entity with that id in place.
  ///
  /// Does nothing if the table has no such entity.
  ///
  /// The closure can give the entity another id. Any other row with the new id is then removed. The
  /// row moves only if the sort order requires it. A call is logged as a change even if the entity
  /// is equal afterwards: a comparison would need a copy of the entity.
  ///
  /// ```swift
  /// people.updateOne(7) { $0.city = "Rome" }
  /// ```
  ///
  /// Complexity: O(1), and nothing is copied if no copy shares the storage of the table and no
  /// recording is open. Sorted: if the row is out of order, O(log n) comparisons and O(n) moves;
  /// otherwise at most two comparisons. Removing another row with the new id: O(n).
  ///
  /// - Throws: Any error of `update`. The changes made before the error remain and are logged.
  /// - Returns: True if the table has such an entity.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func updateOne<Failure: Error>(
    _ id: Entity.ID, _ update: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let position = storage.index.position(of: id) else { return false }
    makeUnique()
    storage.willWrite(position)
    defer { storage.wasWritten(id, at: position, .next()) }
    try update(&storage.rows[position])
    return true
  }

  /// Changes the entities with these ids in place, one after the other.
  ///
  /// Ids that are not in the table are ignored.
  ///
  /// Each change has the effect of ``updateOne(_:_:)``. If a change gives a row a new id, the old
  /// id still finds the row until the end of this call, unless another row gets the old or the new
  /// id. A sorted table is sorted once, after the last change.
  ///
  /// Complexity: O(number of ids). An old id that is given again takes one step for each later id
  /// of its row. Sorted: if one row is out of order, also O(log n) comparisons for each id and O(n)
  /// moves. Removing another row with a new id: O(n) each time.
  ///
  /// - Throws: Any error of `update`. The changes made before the error remain and are logged, and
  ///   a sorted table is sorted.
  /// - Returns: The number of changes. An id that is given twice counts twice.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func updateMany<Failure: Error>(
    _ ids: some Sequence<Entity.ID>, _ update: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    makeUnique()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    defer { storage.settle(touched, stamp) }
    var renamed: [Entity.ID: Entity.ID] = [:]
    for id in ids {
      var id = id
      // The loop ends: each step follows a later renaming, and the last new id is in the table.
      while storage.index.position(of: id) == nil, let newID = renamed[id] { id = newID }
      guard let position = storage.index.position(of: id) else { continue }
      defer {
        let newID = storage.logWrite(id, at: position, stamp)
        if newID != id { renamed[id] = newID }
        touched.add(newID, isUpdate: true)
      }
      storage.willWrite(position)
      try update(&storage.rows[position])
    }
    return touched.count
  }
}

extension EntityStorage {
  /// Updates index and log after a write to a row, without moving the row in the sort order.
  ///
  /// - Returns: The id of the row after the write.
  @_alwaysEmitIntoClient
  func logWrite(_ id: ID, at position: Int, _ stamp: EntityStamp) -> ID {
    let newID = rows[position].id
    if newID == id {
      index.respell(newID, at: position)
      log.append(.updated, newID, stamp)
      return newID
    }
    return index.ids[rename(id, at: position, stamp)]
  }
}

extension EntityTable {
  /// Adds an entity, or replaces the entity with the same id, as `setOne` does.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: True if the entity was added, false if it replaced another.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertOne(_ entity: Entity) -> Bool {
    let oldCount = count
    setOne(entity)
    return count > oldCount
  }

  /// Adds an entity, or merges it into the entity with the same id.
  ///
  /// ```swift
  /// people.upsertOne(news) { old, new in old.city = new.city }
  /// ```
  ///
  /// Complexity: that of ``addOne(_:)`` or ``updateOne(_:_:)``.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - merge: Merges its second argument into its first, which is the entity in the table.
  /// - Throws: Any error of `merge`. The changes made before the error remain and are logged.
  /// - Returns: True if the entity was added, false if it was merged.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertOne<Failure: Error>(
    _ entity: Entity, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let isThere = try updateOne(entity.id) { old throws(Failure) in try merge(&old, entity) }
    return isThere ? false : addOne(entity)
  }

  /// Adds each entity, or replaces the entity with the same id, as `setMany` does.
  ///
  /// Complexity: that of `setMany`.
  ///
  /// - Returns: The number of entities that were added. Replacements are not counted.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities) { $0 = $1 }.added
  }

  /// Adds each entity, or merges it into the entity with the same id, one after the other.
  ///
  /// If several of the given entities have an equal id that is not in the table, the first one is
  /// added and the others are merged into it. If `merge` changes the id of a row, any other row
  /// with the new id is removed, and the old id does not find the row. A sorted table is sorted
  /// once, after the last entity.
  ///
  /// Complexity: O(number of entities). Sorted: if one is out of order, also O(log n) comparisons
  /// for each entity and O(n) moves. Removing another row with a new id: O(n) each time.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - merge: Merges its second argument into its first, which is the entity in the table.
  /// - Throws: Any error of `merge`. The changes made before the error remain and are logged, and a
  ///   sorted table is sorted.
  /// - Returns: The number of entities that were added. Merged entities are not counted.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertMany<Failure: Error>(
    _ entities: some Sequence<Entity>, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try put(entities, merge: merge).added
  }
}

extension EntityTable where Entity: Equatable {
  /// Adds an entity, or replaces the entity with the same id, unless the two are equal.
  ///
  /// The method has the effect of `setOne`: writing an equal entity changes nothing.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: True if the entity was added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertOne(_ entity: Entity) -> Bool {
    let oldCount = count
    setOne(entity)
    return count > oldCount
  }

  /// Adds each entity, or replaces the entity with the same id, unless the two are equal.
  ///
  /// The method has the effect of `setMany`: writing an equal entity changes nothing.
  ///
  /// Complexity: that of `setMany`.
  ///
  /// - Returns: The number of entities that were added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities, unless: ==) { $0 = $1 }.added
  }
}

extension EntityTable {
  /// Removes the entity with that id.
  ///
  /// Complexity: O(1) to find the row. Then the rows before it or after it move in contiguous
  /// memory, whichever are fewer; removing the first or the last row moves none. No other id is
  /// looked up.
  ///
  /// - Returns: The removed entity, or nil if the table had no such entity.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeOne(_ id: Entity.ID) -> Entity? {
    guard let position = storage.index.position(of: id) else { return nil }
    makeUnique()
    return storage.remove(id, at: position, .next())
  }

  /// Removes the entities with these ids.
  ///
  /// Ids that are not in the table are ignored.
  ///
  /// Complexity: O(n + number of ids).
  ///
  /// - Returns: The number of entities that were removed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeMany(_ ids: some Sequence<Entity.ID>) -> Int {
    remove(ids.compactMap { storage.index.position(of: $0) })
  }

  /// Removes the entities for which the condition holds.
  ///
  /// Complexity: O(n).
  ///
  /// - Throws: Any error of `condition`; nothing is removed then.
  /// - Returns: The number of entities that were removed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeAll<Failure: Error>(
    where condition: (Entity) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var positions: [Int] = []
    for position in storage.rows.indices where try condition(storage.rows[position]) {
      positions.append(position)
    }
    return remove(positions)
  }

  /// Removes all entities.
  ///
  /// The sort order remains.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameter keepingCapacity: Pass true to keep the allocated capacity.
  /// - Returns: The number of entities that were removed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeAll(keepingCapacity: Bool = false) -> Int {
    if storage.rows.isEmpty { return 0 }
    makeUnique()
    let (count, stamp) = (storage.rows.count, EntityStamp.next())
    for id in storage.index.ids { storage.log.append(.removed, id, stamp) }
    storage.record(.replace(storage.rows))
    storage.rows.removeAll(keepingCapacity: keepingCapacity)
    storage.index.removeAll(keepingCapacity: keepingCapacity)
    return count
  }

  /// Removes the rows at these positions.
  ///
  /// The same position can be in the array several times.
  @_alwaysEmitIntoClient
  mutating func remove(_ positions: [Int]) -> Int {
    if positions.isEmpty { return 0 }
    makeUnique()
    let stamp = EntityStamp.next()
    var isLeaving = Array(repeating: false, count: storage.rows.count)
    for position in positions where !isLeaving[position] {
      isLeaving[position] = true
      let id = storage.index.ids[position]
      storage.index.removeLeavingGap(id)
      storage.log.append(.removed, id, stamp)
    }
    let count = storage.rows.count
    if storage.openRecorder != nil {
      storage.willRemove(isLeaving.indices.filter { isLeaving[$0] })
    }
    storage.rows.removeAll(at: isLeaving)
    storage.index.removeAll(at: isLeaving)
    return count - storage.rows.count
  }
}

extension EntityTable {
  /// The order in which the table stays sorted, or nil if it is not sorted.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var order: EntityOrder<Entity>? { storage.order }

  /// Sorts the table, and keeps it sorted in this order from now on.
  ///
  /// Nil removes the sort order; the rows keep their positions. The sort is stable. The method does
  /// nothing if the table has an equal sort order. The sort order is not part of the contents: if
  /// no row moves, the stamp does not change.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if the rows are in order; O(1) for an equal sort
  /// order or nil.
  ///
  /// - Returns: True if a row moved.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func sort(by order: EntityOrder<Entity>?) -> Bool {
    if order == storage.order { return false }
    makeUnique()
    storage.order = order
    guard storage.sort() else { return false }
    storage.log.appendReorder(.next())
    return true
  }

  /// Sorts the table by one property, the smallest value first, and keeps it sorted from now on.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if the rows are in order; O(1) if the table already
  /// has this sort order.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  /// - Returns: True if a row moved.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func sort<Key: Comparable & SendableMetatype>(
    by keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) -> Bool {
    sort(by: EntityOrder(keyPath, descending: descending))
  }
}
