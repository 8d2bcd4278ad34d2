// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The version of a table's contents: a number that is unique in the process.
///
/// Every change gives an ``EntityTable`` a new stamp. Two tables with equal stamps are copies of
/// each other, or were never changed. ``EntityTable/changes(since:)`` returns the changes since a
/// stamp that the table had earlier. A stamp is only a number: it does not keep a table in memory,
/// and it does not cause a change of a table to copy anything.
///
/// A stamp has no meaning in another process. Therefore it cannot be encoded.
@frozen
public struct EntityStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @_alwaysEmitIntoClient
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of every table that was never changed.
  ///
  /// Such a table has no entities.
  @_alwaysEmitIntoClient public static var empty: EntityStamp { EntityStamp(number: 0) }
}

/// The number of the latest stamp.
private let lastStamp = Atomic<UInt64>(0)

extension EntityStamp {
  /// Returns a unique stamp, greater than every earlier one.
  ///
  /// Complexity: O(1), one relaxed atomic addition. Changes of one table never run concurrently;
  /// therefore the stamps of one table increase.
  @usableFromInline
  static func next() -> EntityStamp {
    EntityStamp(number: lastStamp.add(1, ordering: .relaxed).newValue)
  }
}

/// The changes of the rows of a table between two of its versions.
///
/// They are a sequence of ids, each with the kind of its change, and the result of
/// ``EntityTable/changes(since:)``. Every id occurs once; the order is that of the first change of
/// each id. The sequence does not retain the table.
///
/// ```swift
/// if let changes = people.changes(since: stamp) {
///   for (id, kind) in changes { print(id, kind) }
/// } else {
///   // The changes are not known: compare every row of interest.
/// }
/// ```
@frozen
public struct EntityChanges<ID: Hashable> {
  /// The kind of change of one row.
  public enum Kind: Hashable, Sendable {
    /// The id is only in the newer version.
    case inserted
    /// The id is only in the older version.
    case removed
    /// The id is in both versions, and its entity was written to, or removed and inserted again.
    /// The two entities can be equal.
    case updated
  }

  @usableFromInline
  enum Rows {
    case one(ID, Kind)
    case many([(id: ID, kind: Kind)])
  }

  @usableFromInline let rows: Rows

  /// True if the order of the ids that are in both versions may have changed.
  ///
  /// False means that this order is the same in both versions. True does not prove a difference:
  /// the rows can have moved back.
  public let orderChanged: Bool

  @_alwaysEmitIntoClient
  init(rows: Rows, orderChanged: Bool) {
    self.rows = rows
    self.orderChanged = orderChanged
  }

  @_alwaysEmitIntoClient
  static var none: EntityChanges { EntityChanges(rows: .many([]), orderChanged: false) }
}

extension EntityChanges {
  /// The number of rows that changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public var count: Int {
    switch rows {
    case .one: 1
    case .many(let rows): rows.count
    }
  }

  /// True if no row changed and ``orderChanged`` is false.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var isEmpty: Bool { count == 0 && !orderChanged }

  /// True if an id was inserted or removed.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var membershipChanged: Bool { contains { $0.kind != .updated } }

  /// The ids that were inserted.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var inserted: Set<ID> { ids(of: .inserted) }

  /// The ids that were removed.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var removed: Set<ID> { ids(of: .removed) }

  /// The ids of the changes of the kind ``Kind/updated``.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var updated: Set<ID> { ids(of: .updated) }

  @_alwaysEmitIntoClient
  func ids(of kind: Kind) -> Set<ID> {
    Set(lazy.filter { $0.kind == kind }.map { $0.id })
  }

  /// Calls a closure with the id of each row that changed.
  @_alwaysEmitIntoClient @inline(__always)
  func forEachID(_ body: (ID) -> Void) {
    switch rows {
    case .one(let id, _): body(id)
    case .many(let rows): for row in rows { body(row.id) }
    }
  }
}

extension EntityChanges: Sequence {
  /// An iterator over the changed rows, which allocates nothing.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let rows: Rows
    @usableFromInline var position = 0

    @_alwaysEmitIntoClient
    init(rows: Rows) {
      self.rows = rows
    }

    /// The next row that changed.
    ///
    /// Complexity: O(1).
    @_alwaysEmitIntoClient
    public mutating func next() -> (id: ID, kind: Kind)? {
      defer { position += 1 }
      switch rows {
      case .one(let id, let kind) where position == 0: return (id, kind)
      case .many(let rows) where position < rows.count: return rows[position]
      default: return nil
      }
    }
  }

  /// Returns an iterator that starts with the row that was changed first.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func makeIterator() -> Iterator { Iterator(rows: rows) }

  /// The number of rows that changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var underestimatedCount: Int { count }
}

extension EntityChanges.Rows: Sendable where ID: Sendable {}
extension EntityChanges: Sendable where ID: Sendable {}
extension EntityChanges.Iterator: Sendable where ID: Sendable {}

/// The recent changes of one table, oldest first, in a ring buffer with a maximum size.
///
/// Stamps in a log never decrease. `changes(since:)` returns nil unless all entries after the stamp
/// are still in the log: the stamp must be `base` or the stamp of an entry. A stamp is unique, so a
/// stamp that is found in this log was a stamp of this table.
@usableFromInline
struct EntityChangeLog<ID: Hashable> {
  @usableFromInline typealias Kind = EntityChanges<ID>.Kind

  @usableFromInline
  struct Entry {
    /// The id of the row, or nil for an entry of `appendReorder(_:)`.
    @usableFromInline let id: ID?
    @usableFromInline let kind: Kind
    /// True if the change may have altered the order of rows that were in the table before.
    @usableFromInline let moves: Bool
    @usableFromInline let stamp: EntityStamp

    @_alwaysEmitIntoClient
    init(id: ID?, kind: Kind, moves: Bool, stamp: EntityStamp) {
      (self.id, self.kind, self.moves, self.stamp) = (id, kind, moves, stamp)
    }
  }

  /// The maximum number of entries in the log of a table that never had more than 8,191 rows.
  ///
  /// The cost of adding an entry does not depend on this number. An entry takes 24 bytes if the id
  /// is an `Int`, 32 if it is a `String`. Therefore such a log takes at most 16 KB with such ids;
  /// the first change of a copy of a table copies the log. Reading a full log takes about as long
  /// as looking up 600 rows.
  @_alwaysEmitIntoClient static var capacity: Int { 512 }

  /// The maximum number of entries.
  ///
  /// It is doubled when the log is full, up to an eighth of `rowCount`. If many rows are watched,
  /// comparing all of them would cost more than reading a longer log.
  @usableFromInline var limit = Self.capacity
  /// The number of rows after the last insertion or `setAll`.
  @usableFromInline var rowCount = 0

  @usableFromInline var ring: [Entry] = []
  /// The index of the oldest entry when the ring is full; zero until then.
  @usableFromInline var start = 0
  /// The oldest stamp whose later changes are all in the log.
  @usableFromInline var base = EntityStamp.empty
  /// The stamp of the current contents.
  @usableFromInline var current = EntityStamp.empty

  @_alwaysEmitIntoClient
  init() {}

  /// Adds an entry for the change of a row.
  ///
  /// Complexity: amortized O(1).
  ///
  /// All entries of one mutation have the same stamp, so that `changes(since:)` includes all or
  /// none of them. A mutation with more than `limit` entries empties the log, and its other
  /// entries are ignored. The method is not inlined, so that its callers are small enough to be
  /// inlined.
  @_alwaysEmitIntoClient @inline(never)
  mutating func append(_ kind: Kind, _ id: ID?, _ stamp: EntityStamp, moves: Bool = false) {
    if stamp == base { return }
    current = stamp
    let entry = Entry(id: id, kind: kind, moves: moves, stamp: stamp)
    if ring.count == limit && rowCount / 16 >= limit { grow() }
    if ring.count < limit {
      ring.append(entry)
    } else if ring[start].stamp == stamp {
      restart(at: stamp)
    } else {
      base = ring[start].stamp
      ring[start] = entry
      start = start &+ 1 == limit ? 0 : start &+ 1
    }
  }

  /// Doubles the maximum number of entries of a full log.
  @_alwaysEmitIntoClient @inline(never)
  mutating func grow() {
    ring = Array(ring[start...] + ring[..<start])
    start = 0
    limit *= 2
  }

  /// Adds an entry for a change of the order of any number of rows.
  @_alwaysEmitIntoClient
  mutating func appendReorder(_ stamp: EntityStamp) { append(.updated, nil, stamp, moves: true) }

  /// Removes all entries; the log then starts with this stamp.
  ///
  /// Complexity: O(number of entries), which is O(1) amortized over their additions.
  @_alwaysEmitIntoClient
  mutating func restart(at stamp: EntityStamp) {
    ring.removeAll(keepingCapacity: limit == Self.capacity)
    (limit, start, base, current) = (Self.capacity, 0, stamp, stamp)
  }

  /// The entry with that age.
  ///
  /// The newest entry has the age zero, and the entry before it has one.
  @_alwaysEmitIntoClient
  func entry(age: Int) -> Entry {
    let position = start &- 1 &- age
    return ring[position < 0 ? position &+ ring.count : position]
  }
}

extension EntityChangeLog {
  /// The changes between the contents with that stamp and the current contents, or nil if they are
  /// not known.
  ///
  /// Complexity: O(number of entries since that stamp), and at most O(`limit`).
  ///
  /// - Parameters:
  ///   - stamp: The stamp.
  ///   - limit: The number of entries above which the result is nil.
  /// - Returns: The changes.
  @_alwaysEmitIntoClient @inline(__always)
  func changes(since stamp: EntityStamp, limit: Int = .max) -> EntityChanges<ID>? {
    if stamp == current { return EntityChanges.none }
    if stamp.number < base.number { return nil }
    var age = 0
    while age < ring.count, entry(age: age).stamp.number > stamp.number {
      age &+= 1
      if age > limit { return nil }
    }
    let found = age < ring.count ? entry(age: age).stamp == stamp : stamp == base
    if !found { return nil }
    guard age == 1, case let newest = entry(age: 0), let id = newest.id else {
      return net(of: age)
    }
    return EntityChanges(rows: .one(id, newest.kind), orderChanged: newest.moves)
  }

  /// The net changes of the newest entries: at most one for each id.
  @_alwaysEmitIntoClient
  func net(of entryCount: Int) -> EntityChanges<ID> {
    // A search in a few rows is faster than a dictionary.
    let isShort = entryCount <= 8
    var places: [ID: Int] = [:]
    var rows: [(id: ID, before: Bool, after: Bool)] = []
    rows.reserveCapacity(entryCount)
    if !isShort { places.reserveCapacity(entryCount) }
    var orderChanged = false
    for age in (0..<entryCount).reversed() {
      let entry = entry(age: age)
      if entry.moves { orderChanged = true }
      guard let id = entry.id else { continue }
      let isThere = entry.kind != .removed
      if let place = isShort ? rows.firstIndex(where: { $0.id == id }) : places[id] {
        // The row was removed and inserted again, so its position may differ.
        if rows[place].before, !rows[place].after, isThere { orderChanged = true }
        rows[place].after = isThere
      } else {
        if !isShort { places[id] = rows.count }
        rows.append((id, entry.kind != .inserted, isThere))
      }
    }
    let changed = rows.compactMap { row in
      EntityChanges<ID>.Kind(before: row.before, after: row.after).map { (id: row.id, kind: $0) }
    }
    return EntityChanges(rows: .many(changed), orderChanged: orderChanged)
  }
}

extension EntityChanges.Kind {
  /// The kind of change of an id that was or was not in the table before and after.
  @_alwaysEmitIntoClient
  init?(before: Bool, after: Bool) {
    switch (before, after) {
    case (false, true): self = .inserted
    case (true, false): self = .removed
    case (true, true): self = .updated
    case (false, false): return nil
    }
  }
}
