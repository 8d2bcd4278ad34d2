// SPDX-License-Identifier: Apache-2.0

extension EntityTable where Entity: Equatable {
  /// The changes that turn one version of a table into another, with the rows before and after.
  ///
  /// ``EntityTable/finish(_:)`` returns the difference of a recording that began with
  /// ``EntityTable/startRecording()``. ``EntityTable/apply(_:merging:)`` makes its changes again,
  /// and ``EntityTable/revert(_:merging:)`` undoes them. A difference is a value that can be stored
  /// and compared. It is `Codable` and `Sendable` if the entities and their ids are.
  ///
  /// ```swift
  /// let recording = people.startRecording()
  /// people.removeOne(7)
  /// if let difference = people.finish(recording) { people.revert(difference) }
  /// ```
  ///
  /// Complexity: a difference retains the changed rows, before and after, and no other rows. If the
  /// whole table was sorted or replaced and its rows have another order, it also retains the ids of
  /// all rows.
  public struct Difference: Equatable {
    /// A change of one row.
    public struct Row: Equatable {
      /// The row before the change, or nil if it was inserted.
      public var before: Entity?
      /// The row after the change, or nil if it was removed.
      public var after: Entity?
      /// The position where the row was inserted or removed, or nil if it was changed in place.
      ///
      /// The position applies after all previous changes of the difference have been made.
      public var position: Int?

      @_alwaysEmitIntoClient
      init(before: Entity?, after: Entity?, position: Int? = nil) {
        (self.before, self.after, self.position) = (before, after, position)
      }

      @_alwaysEmitIntoClient var id: Entity.ID? { (before ?? after)?.id }

      @_alwaysEmitIntoClient var isNothing: Bool { before == after }

      /// True if the next change undoes this one: it removes the row that this change inserted, or
      /// it inserts, at the same position, the row that this change removed.
      @_alwaysEmitIntoClient
      func isUndone(by next: Row) -> Bool {
        guard let position, let other = next.position, before == nil || position == other else {
          return false
        }
        return id == next.id && before == next.after && after == next.before
      }
    }

    /// The changes.
    ///
    /// A single change of a row in place needs no array.
    @usableFromInline
    enum Changes {
      /// The row before and after one write.
      case write(Entity, Entity)
      /// Any changes; for `places` see `Sum.places`.
      case several([Row], Order?, places: [Entity.ID: Int])
    }

    @usableFromInline var changes: Changes

    /// The changes, in an order in which they can be made again.
    ///
    /// A row that moved is in the array twice: first as removed, then as inserted. If the whole
    /// table was sorted or replaced, the array has no moves: a row that the table has before and
    /// after is in the array only if its value changed.
    ///
    /// Complexity: O(1).
    @_alwaysEmitIntoClient
    public var rows: [Row] {
      switch changes {
      case .write(let before, let after): [Row(before: before, after: after)]
      case .several(let rows, _, _): rows
      }
    }

    /// The ids of all rows before and after, or nil if rows were not reordered.
    @_alwaysEmitIntoClient var order: Order? {
      if case .several(_, let order, _) = changes { order } else { nil }
    }

    /// True if the difference has no changes, for example after an ``append(_:)`` of its inverse.
    ///
    /// Complexity: O(1).
    @_alwaysEmitIntoClient
    public var isEmpty: Bool {
      if case .several(let rows, nil, _) = changes { rows.isEmpty } else { false }
    }

    @usableFromInline
    struct Order: Equatable {
      @usableFromInline var before: [Entity.ID]
      @usableFromInline var after: [Entity.ID]

      @_alwaysEmitIntoClient
      init(before: [Entity.ID], after: [Entity.ID]) {
        (self.before, self.after) = (before, after)
      }
    }

    @_alwaysEmitIntoClient
    init(rows: [Row], order: Order? = nil, places: [Entity.ID: Int] = [:]) {
      if rows.count == 1, order == nil, rows[0].position == nil, let before = rows[0].before,
        let after = rows[0].after
      {
        changes = .write(before, after)
      } else {
        changes = .several(rows, order, places: places)
      }
    }

    /// The rows that are inserted again after a removal.
    ///
    /// The key is the index of the removal in ``rows``.
    ///
    /// Complexity: O(number of rows).
    @_alwaysEmitIntoClient var reinsertions: [Int: Entity] {
      var (reinsertions, next) = ([Int: Entity](), [Entity.ID: Entity]())
      for (place, row) in rows.enumerated().reversed() {
        guard let id = row.id else { continue }
        if row.before == nil { next[id] = row.after }
        if row.after == nil { reinsertions[place] = next[id] }
      }
      return reinsertions
    }

    /// Creates the difference of one write to a row, or nil if both values are equal.
    @_alwaysEmitIntoClient
    init?(before: consuming Entity, after: Entity) {
      if before == after { return nil }
      changes = .write(before, after)
    }

    /// Returns the inverse difference, which undoes the changes of this one.
    ///
    /// Complexity: O(number of rows).
    @_alwaysEmitIntoClient
    public func reversed() -> Difference {
      Difference(
        rows: rows.reversed().map {
          Row(before: $0.after, after: $0.before, position: $0.position)
        }, order: order.map { Order(before: $0.after, after: $0.before) })
    }

    /// Adds the changes of a later difference, if both can be combined.
    ///
    /// Several writes to one row become one write. Moves of one row that directly follow each other
    /// become one move. An insertion that is directly followed by the removal of the same row is
    /// dropped with that removal, and so is a removal that is directly followed by the insertion of
    /// an equal row at the same position. If one of the two differences reorders rows, and one of
    /// them inserts or removes rows, they cannot be combined.
    ///
    /// Complexity: O(rows of `later`), at the first call also O(rows of this). Also O(rows of both)
    /// for each change that is dropped, unless it is a write and the last change. O(n) if rows were
    /// reordered.
    ///
    /// - Parameter later: A difference that starts from the contents after this one.
    /// - Returns: True if the changes were added. If false, this difference has not changed.
    @_alwaysEmitIntoClient
    public mutating func append(_ later: Difference) -> Bool {
      if case .write(let before, let middle) = changes,
        case .write(middle, let after) = later.changes, before != after
      {
        changes = .write(before, after)
        return true
      }
      var (sum, order) = (Sum(self), order ?? later.order)
      if order != nil {
        guard (sum.rows + later.rows).allSatisfy({ $0.position == nil }) else { return false }
      }
      if let first = self.order, let next = later.order {
        guard first.after == next.before else { return false }
        order = first.before == next.after ? nil : Order(before: first.before, after: next.after)
      }
      // Now `sum` has the only reference to the array of rows, so that appending copies no row.
      changes = .several([], nil, places: [:])
      for row in later.rows { sum.add(row) }
      self = Difference(rows: sum.rows, order: order, places: sum.places)
      return true
    }

    /// True if both differences make equal changes in the same order.
    ///
    /// Complexity: O(number of rows); O(n) if rows were reordered.
    @_alwaysEmitIntoClient
    public static func == (one: Difference, other: Difference) -> Bool {
      one.rows == other.rows && one.order == other.order
    }

    /// The rows of a difference while the rows of a later one are added.
    @usableFromInline
    struct Sum {
      @usableFromInline var rows: [Row]
      /// The index in `rows` of the latest change of each id.
      ///
      /// Empty if there are only a few rows, which are searched one by one.
      @usableFromInline var places: [Entity.ID: Int] = [:]

      @_alwaysEmitIntoClient
      init(_ difference: Difference) {
        rows = difference.rows
        if case .several(_, _, let places) = difference.changes { self.places = places }
      }

      @_alwaysEmitIntoClient
      mutating func add(_ row: Row) {
        guard let id = row.id else { return }
        if places.isEmpty, rows.count > 8 { indexRows() }
        if row.position == nil {
          let place = places.isEmpty ? rows.lastIndex { $0.id == id } : places[id]
          if let place, rows[place].after == row.before {
            rows[place].after = row.after
            if rows[place].isNothing { remove(at: place) }
            return
          }
        }
        if let last = rows.last, last.isUndone(by: row) { return remove(at: rows.count - 1) }
        rows.append(row)
        if !places.isEmpty { places[id] = rows.count - 1 }
      }

      @_alwaysEmitIntoClient
      mutating func remove(at place: Int) {
        let row = rows.remove(at: place)
        guard !places.isEmpty, let id = row.id else { return }
        if place < rows.count { return indexRows() }
        // A write has no earlier change of its row: it would have become a part of that change.
        places[id] = row.position.flatMap { _ in rows.lastIndex { $0.id == id } }
      }

      /// Fills `places` again.
      @_alwaysEmitIntoClient
      mutating func indexRows() {
        places.removeAll(keepingCapacity: true)
        for (place, row) in rows.enumerated() {
          if let id = row.id { places[id] = place }
        }
      }
    }
  }
}

extension EntityTable.Difference: Sendable where Entity: Sendable, Entity.ID: Sendable {}
extension EntityTable.Difference.Row: Sendable where Entity: Sendable {}
extension EntityTable.Difference.Order: Sendable where Entity.ID: Sendable {}
extension EntityTable.Difference.Changes: Sendable where Entity: Sendable, Entity.ID: Sendable {}
extension EntityTable.Difference.Row: Encodable where Entity: Encodable {}
extension EntityTable.Difference.Row: Decodable where Entity: Decodable {}
extension EntityTable.Difference.Order: Encodable where Entity.ID: Encodable {}
extension EntityTable.Difference.Order: Decodable where Entity.ID: Decodable {}

private enum EntityDifferenceKey: String, CodingKey {
  case rows, order
}

extension EntityTable.Difference: Encodable where Entity: Encodable, Entity.ID: Encodable {
  /// Encodes the rows and, if rows were reordered, the ids of all rows before and after.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: Any error of the encoder, of a row or of an id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EntityDifferenceKey.self)
    try container.encode(rows, forKey: .rows)
    try container.encodeIfPresent(order, forKey: .order)
  }
}

extension EntityTable.Difference: Decodable where Entity: Decodable, Entity.ID: Decodable {
  /// Decodes a difference that ``encode(to:)`` has encoded.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: Any error of the decoder, of a row or of an id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EntityDifferenceKey.self)
    self.init(
      rows: try container.decode([Row].self, forKey: .rows),
      order: try container.decodeIfPresent(Order.self, forKey: .order))
  }
}

extension EntityTable where Entity: Equatable {
  /// Makes the changes of a difference to each row that still has the value before the change.
  ///
  /// A row that has another value is not changed, unless `merge` changes it. An inserted row gets
  /// the position that the difference has for it; in a sorted table, it then moves if it is out of
  /// order. Reordered rows are reordered again only if none of them has been moved since. A sorted
  /// table keeps its sort order: rows that are equal in it are reordered, even if they have been
  /// moved since.
  ///
  /// A new id of an entity is recorded as the removal of one row and the insertion of another. If
  /// the removal is not made, because that row has another value, the insertion still is: the table
  /// then has the entity under both ids. To exclude this, do not change ids of entities whose
  /// changes are undone.
  ///
  /// Complexity: for each row of the difference, that of writing, adding or removing the row. Also
  /// O(n log n) if the difference reorders rows. If it does not, and there is no sort order, no
  /// other row is read.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - merge: Makes a change to a row that has another value. The arguments are the row in the
  ///     table, and the row before and after the change. For a row that moved, the row after the
  ///     change is the inserted one, and the move is not made. Not called for a row that is only
  ///     removed or only inserted. If nil, such rows are not changed.
  /// - Returns: The changes that were made, or nil if there were none.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func apply(
    _ difference: Difference,
    merging merge: ((inout Entity, Entity, Entity) -> Void)? = nil
  ) -> Difference? {
    if case .write(let old, let new) = difference.changes, replace(old, by: new) {
      return difference
    }
    let recording = startRecording()
    let stamp = EntityStamp.next()
    var touched = EntityTouches<Entity.ID>(isSorting: storage.order != nil)
    // If one change of a row is skipped, all later changes of that row are skipped too: a move
    // consists of two changes, and one of them must not be made alone.
    var skipped: Set<Entity.ID> = []
    // Rows that were merged instead of removed: their insertion, the second half of a move, must
    // not be made.
    var merged: Set<Entity.ID> = []
    // Computed for the first row that is merged instead of removed.
    var reinsertions: [Int: Entity]?
    for (place, row) in difference.rows.enumerated() {
      guard let id = row.id, skipped.isEmpty || !skipped.contains(id) else { continue }
      let position = storage.index.position(of: id)
      if let position, storage.rows[position] == row.before {
        if let after = row.after {
          write(after, position, stamp, &touched)
        } else {
          storage.remove(id, at: position, stamp)
        }
      } else if position == nil, row.before == nil, let after = row.after,
        merged.remove(id) == nil
      {
        storage.append(after, id, stamp)
        storage.moveLast(to: row.position ?? count)
        touched.add(id, isUpdate: false)
      } else if let merge, let position, let before = row.before {
        if row.after == nil {
          if reinsertions == nil { reinsertions = difference.reinsertions }
          merged.insert(id)
        }
        guard let after = row.after ?? reinsertions?[place] else {
          skipped.insert(id)
          continue
        }
        var entity = storage.rows[position]
        merge(&entity, before, after)
        if entity != storage.rows[position] { write(entity, position, stamp, &touched) }
      } else if row.before != nil || merged.remove(id) == nil {
        skipped.insert(id)
      }
    }
    // Sorted once, after the last change, so that rows that are in order again do not move.
    storage.settle(touched, stamp)
    // In a sorted table, this changes only the order of rows that are equal in the sort order.
    if let order = difference.order, storage.order != nil || isInOrder(of: order.before) {
      arrange(order.after)
    }
    return finish(recording)
  }

  /// Undoes the changes of a difference in each row that still has the value after the change.
  ///
  /// The method has the effect of ``apply(_:merging:)`` with the reversed difference.
  ///
  /// Complexity: that of ``apply(_:merging:)``. Undoing one write to one row that still has the
  /// value after it allocates nothing, if there is no sort order and no copy shares the storage.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - merge: Undoes a change in a row that has another value. The arguments are the row in the
  ///     table, and the row after and before the change. Moves, insertions and removals are
  ///     treated as by ``apply(_:merging:)``. If nil, such rows are not changed.
  /// - Returns: The changes that were undone, from before to after as in `difference`, or nil if
  ///   there were none.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func revert(
    _ difference: Difference,
    merging merge: ((inout Entity, Entity, Entity) -> Void)? = nil
  ) -> Difference? {
    if case .write(let old, let new) = difference.changes, replace(new, by: old) {
      return difference
    }
    return apply(difference.reversed(), merging: merge)?.reversed()
  }

  /// Replaces a row if it is equal to `old`, the id stays equal, and the table has no sort order.
  ///
  /// Complexity: O(1), if no copy shares the storage.
  ///
  /// - Returns: True if the row was replaced. If false, nothing has changed.
  @_alwaysEmitIntoClient
  mutating func replace(_ old: Entity, by new: Entity) -> Bool {
    let id = old.id
    guard storage.order == nil, new.id == id, let position = storage.index.position(of: id),
      storage.rows[position] == old
    else { return false }
    makeUnique()
    storage.willWrite(position)
    storage.rows[position] = new
    storage.wasWritten(id, at: position, .next())
    return true
  }

  /// Replaces the row at a position, without moving it in the sort order.
  @_alwaysEmitIntoClient
  mutating func write(
    _ entity: Entity, _ position: Int, _ stamp: EntityStamp,
    _ touched: inout EntityTouches<Entity.ID>
  ) {
    let id = storage.index.ids[position]
    storage.willWrite(position)
    storage.rows[position] = entity
    touched.add(storage.logWrite(id, at: position, stamp), isUpdate: true)
  }

  /// True if the ids that are in the table have the same order in the table and in `ids`.
  ///
  /// Complexity: O(n); less if an id is at another position than in `ids`.
  @_alwaysEmitIntoClient
  func isInOrder(of ids: [Entity.ID]) -> Bool {
    var last = 0
    for id in ids {
      guard let position = storage.index.position(of: id) else { continue }
      if position < last { return false }
      last = position
    }
    return true
  }

  /// Sorts the rows by the sort order, if the table has one, and then in the order of these ids.
  ///
  /// A row whose id is not among them stays directly behind the row that precedes it now. Does
  /// nothing if no row moves.
  ///
  /// Complexity: O(n log n).
  @_alwaysEmitIntoClient
  mutating func arrange(_ ids: [Entity.ID]) {
    var ranks: [Entity.ID: Int] = [:]
    for (rank, id) in ids.enumerated() { ranks[id] = rank }
    var (keys, last) = ([Int](), -1)
    for id in storage.index.ids {
      last = ranks[id] ?? last
      keys.append(last)
    }
    let order = storage.order
    // The standard library promises that its sort is stable.
    let positions = keys.indices.sorted { one, other in
      if let order {
        if order.precedes(storage.rows[one], storage.rows[other]) { return true }
        if order.precedes(storage.rows[other], storage.rows[one]) { return false }
      }
      return keys[one] < keys[other]
    }
    if positions.elementsEqual(keys.indices) { return }
    makeUnique()
    storage.record(.replace(storage.rows))
    storage.rows.arrange(positions)
    storage.index.arrange(positions)
    storage.log.appendReorder(.next())
  }
}
