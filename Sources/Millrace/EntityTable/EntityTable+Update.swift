// SPDX-License-Identifier: Apache-2.0

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
  @inlinable @discardableResult
  public mutating func updateOne<Failure: Error>(
    _ id: Entity.ID, _ update: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let position = storage.index.position(of: id) else { return false }
    makeUnique()
    defer { storage.wasWritten(id, at: position, .next()) }
    try update(&storage.rows[position])
    return true
  }

  /// Changes the entities with these ids in place, in turn; ids that are not there are passed over.
  ///
  /// Each change is one of ``updateOne(_:_:)``. An id that a change took from its row still means
  /// that row until the end, so that a row that is named twice ends with its second new id. A
  /// sorted table is put in order once, after the last.
  ///
  /// Complexity: O(number of ids). Sorted: O(log n) comparisons for each of them, and O(n) moves,
  /// if one is out of order.
  ///
  /// - Throws: What `update` throws. What was changed by then stays changed, is noted and in order.
  /// - Returns: The number of entities that were changed.
  @inlinable @discardableResult
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
      // Ends: the last of them that was taken from a row led to one that is there.
      while storage.index.position(of: id) == nil, let newID = renamed[id] { id = newID }
      guard let position = storage.index.position(of: id) else { continue }
      defer {
        let newID = storage.noteWrite(id, at: position, stamp)
        if newID != id { renamed[id] = newID }
        touched.add(newID, isUpdate: true)
      }
      try update(&storage.rows[position])
    }
    return touched.count
  }
}

extension EntityStorage {
  /// Notes that a row was written to and leaves it where it is.
  ///
  /// - Returns: The id that the row has then.
  @inlinable
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
