// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// Adds an entity, or takes the place of the one with its id.
  ///
  /// Complexity: amortized O(1). Sorted: if the row is out of order, O(log n) comparisons and O(n)
  /// moves.
  ///
  /// - Returns: Whether the table changed, which it always did if entities cannot be compared.
  @inlinable @discardableResult
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
  @inlinable @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    set(entities) { _, _ in false }
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
  @inlinable @discardableResult
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
  @inlinable @discardableResult
  public mutating func setOne(_ entity: Entity) -> Bool {
    set(entity, unless: ==)
  }

  /// Adds each entity, or takes the place of the one with its id, unless they are equal.
  ///
  /// Complexity: as without comparison, and one comparison for each entity.
  ///
  /// - Returns: The number of writes that changed the table.
  @inlinable @discardableResult
  public mutating func setMany(_ entities: some Sequence<Entity>) -> Int {
    set(entities, unless: ==)
  }

  /// Makes these the entities of the table; those that are equal to what was there are no change.
  ///
  /// Data that was loaded again costs its observers what is different.
  ///
  /// Complexity: as without comparison, and one comparison for each entity.
  ///
  /// - Returns: Whether the table changed.
  @inlinable @discardableResult
  public mutating func setAll(_ entities: some Sequence<Entity>) -> Bool {
    replaceAll(entities, unless: ==)
  }
}

extension EntityTable {
  @inlinable
  mutating func set(_ entity: Entity, unless isEqual: (Entity, Entity) -> Bool) -> Bool {
    let id = entity.id
    guard let position = storage.index.position(of: id) else { return addOne(entity) }
    if isEqual(storage.rows[position], entity) { return false }
    makeUnique()
    storage.rows[position] = entity
    storage.wasWritten(id, at: position, .next())
    return true
  }

  @inlinable
  mutating func set(
    _ entities: some Sequence<Entity>, unless isEqual: (Entity, Entity) -> Bool
  ) -> Int {
    makeUnique()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    for entity in entities {
      let id = entity.id
      if let position = storage.index.position(of: id) {
        if isEqual(storage.rows[position], entity) { continue }
        storage.rows[position] = entity
        touched.add(storage.noteWrite(id, at: position, stamp), isUpdate: true)
      } else {
        storage.append(entity, id, stamp)
        touched.add(id, isUpdate: false)
      }
    }
    storage.settle(touched, stamp)
    return touched.count
  }

  @inlinable
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
    if isReordered { new.log.append(.reordered, nil, stamp) }
    if new.log.current == old.log.current { return false }
    storage = new
    return true
  }
}
