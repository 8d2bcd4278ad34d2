// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The version of a table's contents: a number that is never given out twice in a process.
///
/// Every change gives an ``EntityTable`` a new stamp. Two tables with equal stamps are copies of
/// one another, wherever they came from; ``EntityTable/changes(since:)`` answers for a stamp that a
/// table had once. A stamp is a number: keeping one keeps no table alive and makes no change copy
/// anything.
///
/// A stamp means nothing in another process, so it cannot be encoded.
@frozen
public struct EntityStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @_alwaysEmitIntoClient
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of every table that was never changed, and so has no entities.
  @_alwaysEmitIntoClient public static var empty: EntityStamp { EntityStamp(number: 0) }
}

/// The last number that was given out.
private let lastStamp = Atomic<UInt64>(0)

extension EntityStamp {
  /// A stamp like no other, and greater than all that were given out before it.
  ///
  /// Complexity: O(1), one relaxed atomic addition. Threads that mutate one table do so one after
  /// the other, so that its own stamps grow.
  @usableFromInline
  static func next() -> EntityStamp {
    EntityStamp(number: lastStamp.add(1, ordering: .relaxed).newValue)
  }
}

/// What happened to the rows of a table between two of its versions.
///
/// A sequence of ids, each once and with what became of it, in the order in which they were first
/// touched. Get one from ``EntityTable/changes(since:)``. Holding one keeps no table alive.
///
/// ```swift
/// if let changes = people.changes(since: stamp) {
///   for (id, kind) in changes { print(id, kind) }
/// } else {
///   // The table cannot tell: look at every row that matters.
/// }
/// ```
@frozen
public struct EntityChanges<ID: Hashable> {
  /// What became of one row.
  public enum Kind: Hashable, Sendable {
    /// The id is new: it was not in the older version.
    case inserted
    /// The id is gone: it was in the older version only.
    case removed
    /// The id is in both versions and its entity was written to; the two entities may be equal.
    case updated
  }

  @usableFromInline
  enum Rows {
    case none
    case one(ID, Kind)
    case many([(id: ID, kind: Kind)])
  }

  @usableFromInline let rows: Rows

  /// Whether ids that are in both versions may stand in another order.
  ///
  /// False means that they do not. It may be true although they ended in the order they had.
  public let orderChanged: Bool

  @_alwaysEmitIntoClient
  init(rows: Rows, orderChanged: Bool) {
    self.rows = rows
    self.orderChanged = orderChanged
  }

  @_alwaysEmitIntoClient
  static var none: EntityChanges { EntityChanges(rows: .none, orderChanged: false) }
}

extension EntityChanges {
  /// The number of rows that changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public var count: Int {
    switch rows {
    case .none: 0
    case .one: 1
    case .many(let rows): rows.count
    }
  }

  /// Whether no row and no order changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var isEmpty: Bool { count == 0 && !orderChanged }

  /// Whether ids came or went.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var membershipChanged: Bool { contains { $0.kind != .updated } }

  /// The ids that came.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var inserted: Set<ID> { ids(of: .inserted) }

  /// The ids that went.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var removed: Set<ID> { ids(of: .removed) }

  /// The ids of the entities that stayed and were written to.
  ///
  /// Complexity: O(number of changes).
  @_alwaysEmitIntoClient public var updated: Set<ID> { ids(of: .updated) }

  @_alwaysEmitIntoClient
  func ids(of kind: Kind) -> Set<ID> {
    Set(lazy.filter { $0.kind == kind }.map(\.id))
  }
}

extension EntityChanges: Sequence {
  /// Goes through the changed rows without allocating.
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

  /// Starts with the row that was touched first.
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

/// The recent changes of one table, oldest first, in a ring of bounded size.
///
/// Stamps in a log never decrease. `changes(since:)` answers for the stamps whose later entries are
/// all still here: those from `base` on. Since a stamp is given out once, finding it in this log
/// proves that this table had it.
@usableFromInline
struct EntityChangeLog<ID: Hashable> {
  @usableFromInline typealias Kind = EntityChanges<ID>.Kind

  @usableFromInline
  struct Entry {
    /// The row; nil if many rows have got another place in the order.
    @usableFromInline let id: ID?
    @usableFromInline let kind: Kind
    /// Whether rows that were there before may stand in another order.
    @usableFromInline let moves: Bool
    @usableFromInline let stamp: EntityStamp

    @_alwaysEmitIntoClient
    init(id: ID?, kind: Kind, moves: Bool, stamp: EntityStamp) {
      (self.id, self.kind, self.moves, self.stamp) = (id, kind, moves, stamp)
    }
  }

  /// The most entries that a log keeps.
  ///
  /// Writing costs the same whatever the size. An entry takes 24 bytes with an `Int` as id, 32 with
  /// a `String`: at most 16 KB a table, which a copy of a table copies when it is changed. Reading
  /// a full log takes about as long as looking up 600 rows, so that a longer one would save time
  /// only to tables with many thousands of watched rows.
  @_alwaysEmitIntoClient static var capacity: Int { 512 }

  @usableFromInline var ring: [Entry] = []
  /// Where the oldest entry is, once the ring is full.
  @usableFromInline var start = 0
  /// The stamp before the oldest entry that can be answered for.
  @usableFromInline var base = EntityStamp.empty
  /// The stamp of the contents as they are now.
  @usableFromInline var current = EntityStamp.empty

  @_alwaysEmitIntoClient
  init() {}

  /// Notes a change of a row.
  ///
  /// Complexity: O(1), amortized until the ring is full.
  ///
  /// Entries of one mutation share a stamp, so that they are seen together or not at all. A
  /// mutation with more entries than there is room for empties the log. It is not inlined, so that
  /// its callers are.
  @_alwaysEmitIntoClient @inline(never)
  mutating func append(_ kind: Kind, _ id: ID?, _ stamp: EntityStamp, moves: Bool = false) {
    if stamp == base { return }
    current = stamp
    let entry = Entry(id: id, kind: kind, moves: moves, stamp: stamp)
    if ring.count < Self.capacity {
      ring.append(entry)
    } else if ring[start].stamp == stamp {
      forget(stamp)
    } else {
      base = ring[start].stamp
      ring[start] = entry
      start = start &+ 1 == Self.capacity ? 0 : start &+ 1
    }
  }

  /// Notes that many rows have another place in the order.
  @_alwaysEmitIntoClient
  mutating func appendReorder(_ stamp: EntityStamp) { append(.updated, nil, stamp, moves: true) }

  /// Starts a new history.
  ///
  /// Complexity: O(1) amortized over the entries that go.
  @_alwaysEmitIntoClient
  mutating func forget(_ stamp: EntityStamp) {
    ring.removeAll(keepingCapacity: true)
    (start, base, current) = (0, stamp, stamp)
  }

  /// The newest entry for an age of zero, the one before it for one, and so on.
  @_alwaysEmitIntoClient
  func entry(age: Int) -> Entry {
    let position = start &- 1 &- age
    return ring[position < 0 ? position &+ ring.count : position]
  }
}

extension EntityChangeLog {
  /// The difference between the contents with that stamp and those of now, or nil where unknown.
  ///
  /// Complexity: O(number of entries since).
  @_alwaysEmitIntoClient
  func changes(since stamp: EntityStamp) -> EntityChanges<ID>? {
    if stamp == current { return EntityChanges.none }
    if stamp.number < base.number { return nil }
    var age = 0
    while age < ring.count, entry(age: age).stamp.number > stamp.number { age &+= 1 }
    let found = age < ring.count ? entry(age: age).stamp == stamp : stamp == base
    if !found { return nil }
    guard age == 1, case let newest = entry(age: 0), let id = newest.id else {
      return net(of: age)
    }
    return EntityChanges(rows: .one(id, newest.kind), orderChanged: newest.moves)
  }

  /// The newest entries, summed up by id.
  @_alwaysEmitIntoClient
  func net(of entryCount: Int) -> EntityChanges<ID> {
    var places: [ID: Int] = [:]
    var rows: [(id: ID, before: Bool, after: Bool)] = []
    var orderChanged = false
    for age in (0..<entryCount).reversed() {
      let entry = entry(age: age)
      if entry.moves { orderChanged = true }
      guard let id = entry.id else { continue }
      let isThere = entry.kind != .removed
      if let place = places[id] {
        // Removed and inserted again: its position among the others may differ.
        if rows[place].before, !rows[place].after, isThere { orderChanged = true }
        rows[place].after = isThere
      } else {
        places[id] = rows.count
        rows.append((id, entry.kind != .inserted, isThere))
      }
    }
    let changed = rows.compactMap { row in
      EntityChanges<ID>.Kind(before: row.before, after: row.after).map { (id: row.id, kind: $0) }
    }
    return EntityChanges(rows: changed.isEmpty ? .none : .many(changed), orderChanged: orderChanged)
  }
}

extension EntityChanges.Kind {
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
