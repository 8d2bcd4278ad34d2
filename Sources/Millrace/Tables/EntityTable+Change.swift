// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Adds an entity, unless there is one with its id.
  ///
  /// It goes behind the others or, in a sorted table, behind those that are not greater.
  ///
  /// Complexity: amortized O(1). Sorted: O(log n) comparisons and O(n) moves.
  ///
  /// - Returns: Whether it was added.
  @_alwaysEmitIntoClient @discardableResult
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
  @_alwaysEmitIntoClient @discardableResult
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
  @_alwaysEmitIntoClient @discardableResult
  public mutating func addMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities, unless: { _, _ in true }, merge: { _, _ in }).count
  }
}

extension EntityTable {
  /// Adds an entity, or takes the place of the one with its id.
  ///
  /// Complexity: amortized O(1). Sorted: if the row is out of order, O(log n) comparisons and O(n)
  /// moves.
  ///
  /// - Returns: Whether the table changed, which it always did if entities cannot be compared.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setOne(_ entity: Entity) -> Bool {
    set(entity) { _, _ in false }
  }

  /// Adds each entity, or takes the place of the one with its id; of those with equal ids, the
  /// last.
  ///
  /// Complexity: O(number of entities). Sorted: besides, O(log n) comparisons for each, and O(n)
  /// moves, if one is out of order.
  ///
  /// - Returns: The number of writes that changed the table.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities) { $0 = $1 }.count
  }

  /// Makes these the entities of the table, in this order or sorted; of those with equal ids, the
  /// last.
  ///
  /// An entity that is given more than once stands where the first of them stood. The table notes
  /// which ids came, went and stayed.
  ///
  /// Complexity: O(n + number of entities), and O(n log n) comparisons if they are out of order.
  ///
  /// - Returns: Whether the table changed, which it always did if entities cannot be compared,
  ///   unless it is and was empty.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setAll(_ entities: some Sequence<Entity>) -> Bool {
    replaceAll(entities) { _, _ in false }
  }
}

extension EntityTable where Entity: Equatable {
  /// Adds an entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// A write of an equal entity is no change: the table keeps its stamp and its storage.
  ///
  /// Complexity: as without comparison, and one comparison.
  ///
  /// - Returns: Whether the table changed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setOne(_ entity: Entity) -> Bool {
    set(entity, unless: ==)
  }

  /// Adds each entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// Complexity: as without comparison, and one comparison for each entity.
  ///
  /// - Returns: The number of writes that changed the table.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities, unless: ==) { $0 = $1 }.count
  }

  /// Makes these the entities of the table; those that are equal to what was there are no change.
  ///
  /// Data that was loaded again costs its observers what is different.
  ///
  /// Complexity: as without comparison, and one comparison for each entity.
  ///
  /// - Returns: Whether the table changed.
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

  /// Adds each entity, or merges it into the one with its id, unless they are taken for equal.
  ///
  /// Inlined, so that no closure is called for an entity.
  ///
  /// Complexity: O(number of entities). Sorted: besides, O(log n) comparisons for each, and O(n)
  /// moves, if one is out of order.
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
        defer { touched.add(storage.noteWrite(id, at: position, stamp), isUpdate: true) }
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
    // A log that begins with this stamp notes nothing under it.
    new.log.forget(stamp)
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
    old.note(.replace(old.rows))
    old.passRecordings(to: new)
    if old.isDecoded { new.noteUnsorted() }
    storage = new
    return true
  }
}

extension EntityTable {
  /// Changes the entity with that id in place; does nothing if there is none.
  ///
  /// The change may give the entity another id: its row stays where it is, and another row that had
  /// that id goes. It is noted as a change even if the entity ends as it began, because to compare,
  /// a copy of it would have to be kept.
  ///
  /// ```swift
  /// people.updateOne(7) { $0.city = "Rome" }
  /// ```
  ///
  /// Complexity: O(1), and nothing is copied if the table is held only once. Sorted: if the row is
  /// out of order, O(log n) comparisons and O(n) moves; otherwise two comparisons. Another row that
  /// goes: O(n).
  ///
  /// - Throws: What `update` throws. What it had changed by then stays changed and is noted.
  /// - Returns: Whether there is such an entity.
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

  /// Changes the entities with these ids in place, in turn; ids that are not there are passed over.
  ///
  /// Each change is one of ``updateOne(_:_:)``. If a change gives a row a new id, its old id still
  /// finds it until the end of this call. A sorted table is put in order once, after the last.
  ///
  /// Complexity: O(number of ids). Sorted: O(log n) comparisons for each of them, and O(n) moves,
  /// if one is out of order.
  ///
  /// - Throws: What `update` throws. What was changed by then stays changed, is noted and in order.
  /// - Returns: The number of changes: an id that is given twice counts twice.
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
      // Ends: a chain of renamed ids leads to an id that is in the table.
      while storage.index.position(of: id) == nil, let newID = renamed[id] { id = newID }
      guard let position = storage.index.position(of: id) else { continue }
      defer {
        let newID = storage.noteWrite(id, at: position, stamp)
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
  /// Notes that a row was written to and leaves it where it is.
  ///
  /// - Returns: The id that the row has then.
  @_alwaysEmitIntoClient
  func noteWrite(_ id: ID, at position: Int, _ stamp: EntityStamp) -> ID {
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
  /// Adds an entity, or replaces the one with its id, as `setOne` does; tells whether it was added.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: Whether it was added, rather than replacing another.
  @_alwaysEmitIntoClient @discardableResult
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
  ///   - merge: Merges the second entity into the first, which is in the table.
  /// - Throws: What `merge` throws. What it had changed by then stays changed and is noted.
  /// - Returns: Whether it was added, rather than merged.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertOne<Failure: Error>(
    _ entity: Entity, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let isThere = try updateOne(entity.id) { old throws(Failure) in try merge(&old, entity) }
    return isThere ? false : addOne(entity)
  }

  /// Adds each entity, or replaces the one with its id, as `setMany` does; counts those added.
  ///
  /// Complexity: that of `setMany`.
  ///
  /// - Returns: The number of entities that were added, rather than replacing others.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertMany(_ entities: some Sequence<Entity>) -> Int {
    put(entities) { $0 = $1 }.added
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
  ///   - merge: Merges the second entity into the first, which is in the table.
  /// - Throws: What `merge` throws. What was added and changed by then stays, is noted and in
  ///   order.
  /// - Returns: The number of entities that were added, rather than merged.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertMany<Failure: Error>(
    _ entities: some Sequence<Entity>, merge: (inout Entity, Entity) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try put(entities, merge: merge).added
  }
}

extension EntityTable where Entity: Equatable {
  /// Adds an entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// It changes the table as `setOne` does. Writing an equal entity is no change.
  ///
  /// Complexity: that of `setOne`.
  ///
  /// - Returns: Whether it was added.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func upsertOne(_ entity: Entity) -> Bool {
    let oldCount = count
    setOne(entity)
    return count > oldCount
  }

  /// Adds each entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// It changes the table as `setMany` does. Writing an equal entity is no change.
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
  /// Complexity: O(1) to find it, then moves in flat memory of the rows on its shorter side, of
  /// which the first and the last row have none. No other id is looked up.
  ///
  /// - Returns: The entity, or nil if there was none.
  @_alwaysEmitIntoClient @discardableResult
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
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeMany(_ ids: some Sequence<Entity.ID>) -> Int {
    remove(ids.compactMap { storage.index.position(of: $0) })
  }

  /// Removes the entities for which the condition holds.
  ///
  /// Complexity: O(n). If the condition throws, nothing is removed.
  ///
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

  /// Removes all entities; the rule to sort by stays.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameter keepingCapacity: Whether to keep the room for as many entities.
  /// - Returns: The number of entities that were removed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func removeAll(keepingCapacity: Bool = false) -> Int {
    if storage.rows.isEmpty { return 0 }
    makeUnique()
    let (count, stamp) = (storage.rows.count, EntityStamp.next())
    for id in storage.index.ids { storage.log.append(.removed, id, stamp) }
    storage.note(.replace(storage.rows))
    storage.rows.removeAll(keepingCapacity: keepingCapacity)
    storage.index.removeAll(keepingCapacity: keepingCapacity)
    return count
  }

  /// Removes the rows at these positions, of which one may be named twice.
  @_alwaysEmitIntoClient
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
    if storage.isRecording { storage.willLeave(isLeaving.indices.filter { isLeaving[$0] }) }
    storage.rows.removeAll(at: isLeaving)
    storage.index.removeAll(at: isLeaving)
    return count - storage.rows.count
  }
}

extension EntityTable {
  /// The rule by which the table stays sorted, or nil.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var order: EntityOrder<Entity>? { storage.order }

  /// Sorts the table by another rule from now on; nil keeps the order as it is and sorts no more.
  ///
  /// The sort is stable. Does nothing if the table has an equal rule. The rule itself is no part of
  /// the contents: where no row moves, the stamp stays.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if the rows are in order; O(1) for the same rule or
  /// nil.
  ///
  /// - Returns: Whether a row moved.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func sort(by order: EntityOrder<Entity>?) -> Bool {
    if order == storage.order && !storage.isDecoded { return false }
    makeUnique()
    storage.isDecoded = false
    if order == storage.order { return false }
    storage.order = order
    if order != nil { LostOrder.note(Entity.self) }
    guard storage.sort() else { return false }
    storage.log.appendReorder(.next())
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
  @_alwaysEmitIntoClient @discardableResult
  public mutating func sort<Key: Comparable & SendableMetatype>(
    by keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) -> Bool {
    sort(by: EntityOrder(keyPath, descending: descending))
  }
}
