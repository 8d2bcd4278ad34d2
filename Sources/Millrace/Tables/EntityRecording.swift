// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// What a table notes while it changes; see ``EntityTable/startRecording()``.
  public final class Recording {
    @usableFromInline
    enum Event {
      /// A row is about to be written to.
      case write(Entity, at: Int)
      /// A row left a position.
      case leave(Entity.ID, Entity?, at: Int)
      /// A row came to a position.
      case come(Entity.ID, at: Int)
      /// The rows are about to be replaced by others.
      case replace(SlidingArray<Entity>)
    }

    // Exclusive: what changes it is the change of the table, which holds the storage alone.
    @usableFromInline @exclusivity(unchecked) var events: [Event] = []
    /// The one that began before this one and goes on after it.
    @usableFromInline @exclusivity(unchecked) var outer: Recording?
    // Sound: the storage takes itself out in its deinit.
    /// Where the rows are that it began with, wherever their table is now; nil: they are in an
    /// event, or an inner one knows.
    @usableFromInline @exclusivity(unchecked) unowned(unsafe) var storage: EntityStorage<Entity>?

    @_alwaysEmitIntoClient
    init() {}

    /// Takes the place of the one that goes on.
    @_alwaysEmitIntoClient
    func begin(in storage: EntityStorage<Entity>) {
      outer = storage.recording
      outer?.storage = nil
      self.storage = storage
      storage.recording = self
    }

    /// Makes room for other events.
    ///
    /// A few keep their place, so that the next recording allocates nothing.
    @_alwaysEmitIntoClient
    func clear() {
      if events.count == 1 {
        events.removeLast()
      } else if events.capacity > 64 {
        events = []
      } else {
        events.removeAll(keepingCapacity: true)
      }
    }

    @_alwaysEmitIntoClient
    func willReplace(_ rows: SlidingArray<Entity>) { events.append(.replace(rows)) }

    /// Notes a move; that of a row which has just come is part of its coming.
    @_alwaysEmitIntoClient
    func moved(_ row: Entity, from source: Int, to target: Int) {
      let id = row.id
      if case .come(id, source) = events.last {
        events[events.count - 1] = .come(id, at: target)
      } else {
        events.append(.leave(id, row, at: source))
        events.append(.come(id, at: target))
      }
    }

    /// Notes that a row which was written to has another id.
    @_alwaysEmitIntoClient
    func renamed(_ id: Entity.ID, to newID: Entity.ID, at position: Int) {
      events.append(.leave(id, nil, at: position))
      events.append(.come(newID, at: position))
    }
  }
}

// Sound: the change that began it has the only reference to it, besides that of the table.
extension EntityTable.Recording: @unchecked Sendable where Entity: Sendable, Entity.ID: Sendable {}

extension EntityStorage {
  @usableFromInline typealias Recording = EntityTable<Entity>.Recording

  /// Has another storage, which takes the place of this one, go on with the recording.
  @_alwaysEmitIntoClient
  func passRecording(to other: EntityStorage) {
    guard let recording else { return }
    other.recording = recording
    recording.storage = other
    self.recording = nil
  }

  /// Notes a row before it is written to.
  @_alwaysEmitIntoClient
  func willWrite(_ position: Int) {
    if let recording { recording.events.append(.write(rows[position], at: position)) }
  }

  /// Begins a recording: the one that has ended here, if it has no other owner, or a new one.
  @_alwaysEmitIntoClient
  func startRecording() -> Recording {
    guard isKnownUniquelyReferenced(&ended), let recording = ended.take() else {
      let recording = Recording()
      recording.begin(in: self)
      return recording
    }
    recording.begin(in: self)
    return recording
  }

  /// Notes rows before they leave, ascending; the last one first.
  @_alwaysEmitIntoClient
  func willLeave(_ positions: [Int]) {
    guard let recording else { return }
    for position in positions.reversed() {
      let row = rows[position]
      recording.events.append(.leave(row.id, row, at: position))
    }
  }
}

extension EntityTable where Entity: Equatable {
  /// Begins to note the rows that change, until ``finish(_:)``.
  ///
  /// A recording belongs to the change of a table in one place and on one thread: what is changed
  /// in a copy of the table is no part of it. A table that is replaced by another one meanwhile is
  /// compared with it. Recordings may be nested: what the inner one notes is in the outer one too.
  ///
  /// ```swift
  /// let recording = state.cards.startRecording()
  /// reduce(&state, action)
  /// let difference = state.cards.finish(recording)
  /// ```
  ///
  /// Complexity: O(1). The first one of a table allocates, and so does one that begins while
  /// another table shares the storage. While it goes on, a row is copied before it is written to,
  /// so that its own collections are copied if they change.
  ///
  /// - Returns: What to finish. Until then it keeps every row that is written to, as it was.
  @_alwaysEmitIntoClient
  public mutating func startRecording() -> Recording {
    makeUnique()
    return storage.startRecording()
  }

  /// Ends a recording.
  ///
  /// Complexity: O(number of changes). Rows that were removed one by one and not together take the
  /// time of one more look-up each. O(n) if the whole table was replaced or put in another order.
  ///
  /// - Parameter recording: It, begun with this table, or with the one in its place.
  /// - Returns: What changed since; nil: nothing. A row that went and came back may be in it.
  @_alwaysEmitIntoClient
  public mutating func finish(_ recording: Recording) -> EntityDifference<Entity>? {
    let home = recording.storage
    if let home, home !== storage { recording.willReplace(home.rows) }
    home?.recording = recording.outer
    recording.outer?.storage = home
    recording.outer?.events += recording.events
    recording.storage = nil
    recording.outer = nil
    defer {
      recording.clear()
      home?.ended = recording
    }
    if recording.events.isEmpty { return nil }
    if recording.events.count == 1, case .write(let before, let position) = recording.events[0] {
      // It is where it was: a row that moves, goes or gets another id is an event too.
      let row = EntityDifference<Entity>.Row(before: before, after: storage.rows[position])
      return row.isNothing ? nil : EntityDifference(rows: [row])
    }
    let difference = difference(recording.events[...])
    return difference.rows.isEmpty && difference.order == nil ? nil : difference
  }

  @_alwaysEmitIntoClient
  func difference(_ events: ArraySlice<Recording.Event>) -> EntityDifference<Entity> {
    for (place, event) in events.enumerated() {
      guard case .replace(let rows) = event else { continue }
      var old = EntityTable(rows)
      let earlier = old.difference(events.prefix(place))
      old.apply(earlier.reversed())
      return difference(from: old)
    }
    var rows: [EntityDifference<Entity>.Row] = []
    // Where the row is noted that an id has at this point, if it has been changed.
    var places: [Entity.ID: Int] = [:]
    for event in events {
      switch event {
      case .write(let before, _):
        if let place = places[before.id] {
          rows[place].after = before
        } else {
          places[before.id] = rows.count
          rows.append(.init(before: before, after: nil))
        }
      case .leave(let id, var before, let position):
        if let place = places.removeValue(forKey: id) {
          if place == rows.count - 1, rows[place].position == position {
            rows.removeLast()
            continue
          }
          if rows[place].position == nil {
            before = rows[place].before
            rows[place].before = nil
            rows[place].after = nil
          } else {
            before = before ?? rows[place].after
            rows[place].after = before
          }
        }
        rows.append(.init(before: before, after: nil, position: position))
      case .come(let id, let position):
        places[id] = rows.count
        rows.append(.init(before: nil, after: nil, position: position))
      case .replace: break
      }
    }
    for (id, place) in places { rows[place].after = self[id: id] }
    rows.removeAll { $0.isNothing }
    return EntityDifference(rows: rows)
  }

  /// The difference to a table that this one has replaced.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  func difference(from old: EntityTable) -> EntityDifference<Entity> {
    var rows: [EntityDifference<Entity>.Row] = []
    for position in old.indices.reversed() where !contains(id: old.storage.index.ids[position]) {
      rows.append(.init(before: old[position], after: nil, position: position))
    }
    var (last, isReordered) = (-1, false)
    var added: [EntityDifference<Entity>.Row] = []
    for (position, id) in storage.index.ids.enumerated() {
      let entity = storage.rows[position]
      guard let place = old.index(of: id) else {
        added.append(.init(before: nil, after: entity, position: position))
        continue
      }
      if place < last { isReordered = true }
      last = place
      if old[place] != entity { rows.append(.init(before: old[place], after: entity)) }
    }
    let order = EntityDifference<Entity>.Order(before: old.ids, after: ids)
    return EntityDifference(rows: rows + added, order: isReordered ? order : nil)
  }
}
