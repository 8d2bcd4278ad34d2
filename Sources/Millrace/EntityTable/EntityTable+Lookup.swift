// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// The entity with that id, or nil.
  ///
  /// To write a new entity adds it or takes the place of the old one; to write nil removes it. To
  /// change a part, as in `table[id: 7]?.name = "Ada"`, happens in place, copies nothing, and is
  /// noted as one change. An entity that is written under another id than its own is stored under
  /// its own: the row of the id that was named becomes the row of the new one, and another row that
  /// had the new one goes.
  ///
  /// Complexity: O(1) to read and to change a part. To add or remove, see ``addOne(_:)`` and
  /// ``removeOne(_:)``; a sorted table also moves a row that is out of order, as
  /// ``updateOne(_:_:)`` says.
  @inlinable
  public subscript(id id: Entity.ID) -> Entity? {
    get {
      storage.index.position(of: id).map { storage.rows[$0] }
    }
    set { write(newValue, id) }
    _modify {
      makeUnique()
      let position = storage.index.position(of: id)
      // The entity leaves the table meanwhile, so that changing it copies none of its parts.
      var entity = position.flatMap { storage.rows.take($0) }
      defer {
        if let position {
          storage.giveBack(&entity, id, position)
        } else if let entity {
          setOne(entity)
        }
      }
      yield &entity
    }
  }

  @inlinable
  mutating func write(_ entity: Entity?, _ id: Entity.ID) {
    guard let entity else {
      removeOne(id)
      return
    }
    if !updateOne(id, { $0 = entity }) { setOne(entity) }
  }

  /// Whether there is an entity with that id.
  ///
  /// Complexity: O(1).
  @inlinable
  public func contains(id: Entity.ID) -> Bool { storage.index.position(of: id) != nil }

  /// The position of the entity with that id, or nil.
  ///
  /// Complexity: O(1).
  @inlinable
  public func index(of id: Entity.ID) -> Int? { storage.index.position(of: id) }
}

extension EntityStorage {
  /// Puts back what was taken out of the rows, changed or not, or removes its row.
  @inlinable
  func giveBack(_ entity: inout Entity?, _ id: ID, _ position: Int) {
    if let entity = entity.take() {
      rows.put(entity, position)
      wasWritten(id, at: position, .next())
    } else {
      rows.closeHole(position)
      index.remove(id)
      log.append(.removed, id, .next())
    }
  }
}
