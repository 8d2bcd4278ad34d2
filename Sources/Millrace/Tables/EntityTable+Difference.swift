// SPDX-License-Identifier: Apache-2.0

extension EntityTable where Entity: Equatable {
  /// The changes that turn one version of a table into another, with the rows before and after.
  ///
  /// ``EntityTable/startRecording()`` begins one while a table changes,
  /// ``EntityTable/apply(_:merging:)`` makes the same changes, and
  /// ``EntityTable/revert(_:merging:)`` takes them back. It is a value: it can be kept, compared,
  /// encoded and sent.
  ///
  /// ```swift
  /// let recording = people.startRecording()
  /// people.removeOne(7)
  /// if let difference = people.finish(recording) { people.revert(difference) }
  /// ```
  ///
  /// Complexity: it takes memory for the rows that changed, before and after, and for no others. If
  /// a change put rows of an unsorted table in another order, it also holds the ids of all rows.
  public struct Difference: Equatable {
    /// A change of one row.
    public struct Row: Equatable {
      /// The row before the change; nil if it was inserted.
      public var before: Entity?
      /// The row after the change; nil if it was removed.
      public var after: Entity?
      /// Where it was inserted or removed, when the changes before it have been made; nil for a row
      /// that stays in its place.
      public var position: Int?

      @_alwaysEmitIntoClient
      init(before: Entity?, after: Entity?, position: Int? = nil) {
        (self.before, self.after, self.position) = (before, after, position)
      }

      @_alwaysEmitIntoClient var id: Entity.ID? { (before ?? after)?.id }

      @_alwaysEmitIntoClient var isNothing: Bool { before == after }

      /// Whether the next change takes this one back: the row that came goes, or the one that left
      /// comes back to its position.
      @_alwaysEmitIntoClient
      func isTakenBack(by next: Row) -> Bool {
        guard let position, let other = next.position, before == nil || position == other else {
          return false
        }
        return id == next.id && before == next.after && after == next.before
      }
    }

    /// One row in its place needs no array.
    @usableFromInline
    enum Changes {
      case write(Entity, Entity)
      case several([Row], Order?, places: [Entity.ID: Int])
    }

    @usableFromInline var changes: Changes

    /// The changes, one after the other.
    ///
    /// A row that moves is in it twice: once as removed and once as inserted.
    ///
    /// Complexity: O(1).
    @_alwaysEmitIntoClient
    public var rows: [Row] {
      switch changes {
      case .write(let before, let after): [Row(before: before, after: after)]
      case .several(let rows, _, _): rows
      }
    }

    /// The ids before and after, where rows traded places.
    @_alwaysEmitIntoClient var order: Order? {
      if case .several(_, let order, _) = changes { order } else { nil }
    }

    /// Whether it changes nothing, as after an ``append(_:)`` of the difference that leads back.
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

    /// For each row that is removed and inserted again further on, by its position in ``rows``: the
    /// row that is inserted.
    ///
    /// Complexity: O(number of rows).
    @_alwaysEmitIntoClient var returns: [Int: Entity] {
      var (returns, next) = ([Int: Entity](), [Entity.ID: Entity]())
      for (place, row) in rows.enumerated().reversed() {
        guard let id = row.id else { continue }
        if row.before == nil { next[id] = row.after }
        if row.after == nil { returns[place] = next[id] }
      }
      return returns
    }

    /// A row that was written to in its place; nil if it ended as it began.
    @_alwaysEmitIntoClient
    init?(before: consuming Entity, after: Entity) {
      if before == after { return nil }
      changes = .write(before, after)
    }

    /// The difference that leads back.
    ///
    /// Complexity: O(number of rows).
    @_alwaysEmitIntoClient
    public func reversed() -> Difference {
      var rows: [Row] = []
      rows.reserveCapacity(self.rows.count)
      for row in self.rows.reversed() {
        rows.append(Row(before: row.after, after: row.before, position: row.position))
      }
      return Difference(
        rows: rows, order: order.map { Order(before: $0.after, after: $0.before) })
    }

    /// Adds the changes that were made after this difference, if both can be expressed as one.
    ///
    /// Several writes to one row become one, and so do its moves; of a row that is inserted and
    /// then removed, nothing is left. If one of the two puts rows in another order, they cannot be
    /// combined when either of them inserts or removes rows.
    ///
    /// Complexity: O(rows of the later one), and O(rows of both) for a row that ends as it began or
    /// that comes and goes again, unless it was the last one; O(n) where rows traded places.
    ///
    /// - Parameter later: A difference of the table as this one leaves it.
    /// - Returns: Whether it was added; if not, this one is as it was.
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
      // The rows have one owner, so that what is added to them copies none of them.
      changes = .several([], nil, places: [:])
      for row in later.rows { sum.add(row) }
      self = Difference(rows: sum.rows, order: order, places: sum.places)
      return true
    }

    /// Whether both make the same changes in the same order.
    ///
    /// Complexity: O(number of rows).
    @_alwaysEmitIntoClient
    public static func == (one: Difference, other: Difference) -> Bool {
      one.rows == other.rows && one.order == other.order
    }

    /// The rows of a difference to which others are added.
    @usableFromInline
    struct Sum {
      @usableFromInline var rows: [Row]
      /// Where the row of an id was changed last; empty for a few rows, which are looked through.
      @usableFromInline var places: [Entity.ID: Int] = [:]

      @_alwaysEmitIntoClient
      init(_ difference: Difference) {
        rows = difference.rows
        if case .several(_, _, let places) = difference.changes { self.places = places }
      }

      @_alwaysEmitIntoClient
      mutating func add(_ row: Row) {
        guard let id = row.id else { return }
        if places.isEmpty, rows.count > 8 { note() }
        if row.position == nil {
          let place = places.isEmpty ? rows.lastIndex { $0.id == id } : places[id]
          if let place, rows[place].after == row.before {
            rows[place].after = row.after
            if rows[place].isNothing { remove(at: place) }
            return
          }
        }
        if let last = rows.last, last.isTakenBack(by: row) { return remove(at: rows.count - 1) }
        rows.append(row)
        if !places.isEmpty { places[id] = rows.count - 1 }
      }

      @_alwaysEmitIntoClient
      mutating func remove(at place: Int) {
        let row = rows.remove(at: place)
        guard !places.isEmpty, let id = row.id else { return }
        if place < rows.count { return note() }
        // Only a row that moved may have been changed before.
        places[id] = row.position.flatMap { _ in rows.lastIndex { $0.id == id } }
      }

      @_alwaysEmitIntoClient
      mutating func note() {
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
  /// Encodes the rows, and the order where it changed.
  ///
  /// - Parameter encoder: Takes them.
  /// - Throws: What the encoder and the rows throw.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EntityDifferenceKey.self)
    try container.encode(rows, forKey: .rows)
    try container.encodeIfPresent(order, forKey: .order)
  }
}

extension EntityTable.Difference: Decodable where Entity: Decodable, Entity.ID: Decodable {
  /// Decodes what ``encode(to:)`` wrote.
  ///
  /// - Parameter decoder: Has it.
  /// - Throws: What the decoder and the rows throw.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EntityDifferenceKey.self)
    self.init(
      rows: try container.decode([Row].self, forKey: .rows),
      order: try container.decodeIfPresent(Order.self, forKey: .order))
  }
}

extension EntityTable where Entity: Equatable {
  /// Makes the changes of a difference, as far as the rows are still those that it begins with.
  ///
  /// A row that is another one by now is left as it is, unless `merge` knows what to do. A row that
  /// was removed comes back at its old position, in a sorted table if it is in order there. Rows
  /// that traded places do so again only if none of them has been moved since.
  ///
  /// Complexity: for each row, that of writing, adding or removing it; no other row is looked at.
  /// O(n log n) where rows traded places.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - merge: Called with a row that differs from what the difference begins with, and with the
  ///     row before and after the change: makes the same change to it. Nil leaves such rows as
  ///     they are.
  /// - Returns: What was really changed; nil if nothing was.
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
    // A row that was left once is left to the end: half of a move must not happen.
    var left: Set<Entity.ID> = []
    // Rows that were merged instead of removed: their insertion, the other half, is none either.
    var merged: Set<Entity.ID> = []
    // Made for the first row that a merge needs it for.
    var returns: [Int: Entity]?
    for (place, row) in difference.rows.enumerated() {
      guard let id = row.id, left.isEmpty || !left.contains(id) else { continue }
      let position = storage.index.position(of: id)
      if let position, storage.rows[position] == row.before {
        if let after = row.after {
          write(after, position, stamp, &touched)
        } else {
          storage.remove(id, at: position, stamp)
        }
      } else if position == nil, row.before == nil, let after = row.after {
        storage.append(after, id, stamp)
        storage.moveLast(to: row.position ?? count)
        touched.add(id, isUpdate: false)
      } else if let merge, let position, let before = row.before {
        if row.after == nil {
          if returns == nil { returns = difference.returns }
          merged.insert(id)
        }
        guard let after = row.after ?? returns?[place] else {
          left.insert(id)
          continue
        }
        var entity = storage.rows[position]
        merge(&entity, before, after)
        if entity != storage.rows[position] { write(entity, position, stamp, &touched) }
      } else if row.before != nil || merged.remove(id) == nil {
        left.insert(id)
      }
    }
    // Once, after the last: so rows that were in order are where they were.
    storage.settle(touched, stamp)
    // A rule to sort by puts rows where they belong, and the order those that are equal by it.
    if let order = difference.order, storage.order != nil || isInOrder(of: order.before) {
      arrange(order.after)
    }
    return finish(recording)
  }

  /// Takes back the changes of a difference, as far as the rows are still those that it ends with.
  ///
  /// It does what ``apply(_:merging:)`` does with the reversed difference.
  ///
  /// Complexity: as that. One row that was written to is taken back without an allocation.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - merge: Called with a row that differs from what the difference ends with, and with the
  ///     row after and before the change: takes the same change back in it. Nil leaves such rows
  ///     as they are.
  /// - Returns: The part of the difference that was really taken back, in its direction; nil if
  ///   nothing was.
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

  /// Writes a row in the place of an equal one.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: Whether it is written; if not, nothing has changed. A rule to sort by may move the
  ///   row, which is more than a write.
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

  @_alwaysEmitIntoClient
  mutating func write(
    _ entity: Entity, _ position: Int, _ stamp: EntityStamp,
    _ touched: inout EntityTouches<Entity.ID>
  ) {
    let id = storage.index.ids[position]
    storage.willWrite(position)
    storage.rows[position] = entity
    touched.add(storage.noteWrite(id, at: position, stamp), isUpdate: true)
  }

  /// Whether those of these ids that are there follow each other as they do here.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  func isInOrder(of ids: [Entity.ID]) -> Bool {
    var last = -1
    for id in ids {
      guard let position = storage.index.position(of: id) else { continue }
      if position < last { return false }
      last = position
    }
    return true
  }

  /// Puts the rows in the order of these ids; another row stays behind the one that it follows.
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
    // The standard library promises that its sort is stable.
    let positions = keys.indices.sorted { keys[$0] < keys[$1] }
    if positions.elementsEqual(keys.indices) { return }
    makeUnique()
    storage.note(.replace(storage.rows))
    storage.rows.arrange(positions)
    storage.index.arrange(positions)
    _ = storage.sort()
    storage.log.appendReorder(.next())
  }
}
