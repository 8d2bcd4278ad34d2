// SPDX-License-Identifier: Apache-2.0

/// The recent changes of one table, oldest first, in a ring of bounded size.
///
/// Stamps in a log never decrease. `changes(since:)` answers for the stamps whose later entries are
/// all still here: those from `base` on. Since a stamp is given out once, finding it in this log
/// proves that this table had it.
@usableFromInline
struct EntityChangeLog<ID: Hashable> {
  @usableFromInline
  enum Event: UInt8, Sendable {
    case inserted, removed, updated
    /// Updated, and another place in the order.
    case moved
    /// Many rows have another place in the order. The only one without an id.
    case reordered
  }

  @usableFromInline
  struct Entry {
    @usableFromInline let id: ID?
    @usableFromInline let event: Event
    @usableFromInline let stamp: EntityStamp

    @inlinable
    init(id: ID?, event: Event, stamp: EntityStamp) {
      self.id = id
      self.event = event
      self.stamp = stamp
    }
  }

  /// The most entries that a log keeps.
  ///
  /// Writing costs the same whatever the size. An entry takes 24 bytes with an `Int` as id, 32 with
  /// a `String`: at most 16 KB a table, which a copy of a table copies when it is changed. Reading
  /// a full log takes about as long as looking up 600 rows, so that a longer one would save time
  /// only to tables with many thousands of watched rows.
  @inlinable static var capacity: Int { 512 }

  @usableFromInline var ring: [Entry] = []
  /// Where the oldest entry is, once the ring is full.
  @usableFromInline var start = 0
  /// The stamp before the oldest entry that can be answered for.
  @usableFromInline var base = EntityStamp.empty
  /// The stamp of the contents as they are now.
  @usableFromInline var current = EntityStamp.empty

  @inlinable
  init() {}

  /// Notes a change.
  ///
  /// Complexity: O(1), amortized until the ring is full.
  ///
  /// Entries of one mutation share a stamp, so that they are seen together or not at all. A
  /// mutation with more entries than there is room for empties the log.
  @inlinable
  mutating func append(_ event: Event, _ id: ID?, _ stamp: EntityStamp) {
    if stamp == base { return }
    current = stamp
    let entry = Entry(id: id, event: event, stamp: stamp)
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

  /// Starts a new history.
  ///
  /// Complexity: O(1) amortized over the entries that go.
  @inlinable
  mutating func forget(_ stamp: EntityStamp) {
    ring.removeAll(keepingCapacity: true)
    (start, base, current) = (0, stamp, stamp)
  }

  /// The newest entry for an age of zero, the one before it for one, and so on.
  @inlinable
  func entry(age: Int) -> Entry {
    let position = start &- 1 &- age
    return ring[position < 0 ? position &+ ring.count : position]
  }
}

extension EntityChangeLog {
  /// The difference between the contents with that stamp and those of now, or nil where unknown.
  ///
  /// Complexity: O(number of entries since).
  @inlinable
  func changes(since stamp: EntityStamp) -> EntityChanges<ID>? {
    if stamp == current { return EntityChanges.none }
    if stamp.number < base.number { return nil }
    var age = 0
    while age < ring.count, entry(age: age).stamp.number > stamp.number { age &+= 1 }
    let found = age < ring.count ? entry(age: age).stamp == stamp : stamp == base
    if !found { return nil }
    if age == 1 {
      let entry = entry(age: 0)
      if let id = entry.id {
        let kind = EntityChanges<ID>.Kind(entry.event)
        return EntityChanges(rows: .one(id, kind), orderChanged: entry.event == .moved)
      }
    }
    return net(of: age)
  }

  /// The newest entries, summed up by id.
  @inlinable
  func net(of entryCount: Int) -> EntityChanges<ID> {
    var places: [ID: Int] = [:]
    var rows: [(id: ID, before: Bool, after: Bool)] = []
    var orderChanged = false
    for age in (0..<entryCount).reversed() {
      let entry = entry(age: age)
      if entry.event == .moved || entry.event == .reordered { orderChanged = true }
      guard let id = entry.id else { continue }
      let isThere = entry.event != .removed
      if let place = places[id] {
        // Away and back again: among the others it need not be where it was.
        if rows[place].before, !rows[place].after, isThere { orderChanged = true }
        rows[place].after = isThere
      } else {
        places[id] = rows.count
        rows.append((id, entry.event != .inserted, isThere))
      }
    }
    let changed = rows.compactMap { row in
      EntityChanges<ID>.Kind(before: row.before, after: row.after).map { (id: row.id, kind: $0) }
    }
    return EntityChanges(rows: changed.isEmpty ? .none : .many(changed), orderChanged: orderChanged)
  }
}

extension EntityChanges.Kind {
  @inlinable
  init(_ event: EntityChangeLog<ID>.Event) {
    switch event {
    case .inserted: self = .inserted
    case .removed: self = .removed
    case .updated, .moved, .reordered: self = .updated
    }
  }

  @inlinable
  init?(before: Bool, after: Bool) {
    switch (before, after) {
    case (false, true): self = .inserted
    case (true, false): self = .removed
    case (true, true): self = .updated
    case (false, false): return nil
    }
  }
}
