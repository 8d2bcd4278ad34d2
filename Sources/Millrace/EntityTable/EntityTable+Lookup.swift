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
      var entity = position.flatMap { storage.borrow($0) }
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
  /// Takes an entity out and leaves a hole; only `giveBack` may follow.
  ///
  /// The only row of a table is taken off the array, since `giveBack` has nothing to fill the hole
  /// with.
  ///
  /// Complexity: O(1).
  @inlinable
  func borrow(_ position: Int) -> Entity? {
    if rows.count == 1 { return rows.popLast() }
    return rows.withUnsafeMutableBufferPointer { rows in
      rows.baseAddress.map { ($0 + position).move() }
    }
  }

  /// Puts back what was borrowed, changed or not, or removes its row.
  @inlinable
  func giveBack(_ entity: inout Entity?, _ id: ID, _ position: Int) {
    let isGone = entity == nil
    // An array can only let go of a whole element: another row's takes the place of a removed one.
    if let entity = entity.take() ?? (rows.isEmpty ? nil : rows[position == 0 ? 1 : 0]) {
      if rows.isEmpty {
        rows.append(entity)
      } else {
        rows.withUnsafeMutableBufferPointer { rows in
          rows.baseAddress.map { ($0 + position).initialize(to: entity) }
        }
      }
    }
    if isGone {
      if !rows.isEmpty { rows.remove(at: position) }
      index.remove(id)
      log.append(.removed, id, .next())
    } else {
      wasWritten(id, at: position, .next())
    }
  }
}
