// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// An open recording of the changes of a table; see ``EntityTable/startRecording()``.
  ///
  /// A recording that is destroyed without ``EntityTable/finish(_:)``, for example because an error
  /// is thrown, ends without a difference.
  @frozen public struct Recording: ~Copyable {
    @usableFromInline let recorder: Recorder
    /// The number of recorded events when this recording began.
    @usableFromInline let start: Int

    @_alwaysEmitIntoClient
    init(_ recorder: Recorder) {
      (self.recorder, start) = (recorder, recorder.events.count)
      recorder.depth += 1
    }

    @_alwaysEmitIntoClient
    deinit { recorder.close() }
  }

  /// A change of the rows of a table during a recording.
  @usableFromInline
  enum Event {
    /// The row at this position is written to; the entity is its value before the write.
    case write(Entity, at: Int)
    /// The row was removed from this position. `row` is nil if a `write` event has its value.
    case remove(Entity.ID, row: Entity?, at: Int)
    /// A row was inserted at this position.
    case insert(Entity.ID, at: Int)
    /// All rows are replaced or reordered; the event has the rows before the change.
    case replace(SlidingArray<Entity>)
  }

  /// The open recordings of a table, and their events.
  ///
  /// ``finish(_:)`` finds the events through the recorder, even if the table has another storage by
  /// then. A storage uses the same recorder for all its recordings.
  @usableFromInline
  final class Recorder {
    // Exclusive: a recording, its table and the copies stay on one thread, and no other code is
    // called while one of these variables is read or written. Sound: a storage with an open
    // recording sets `storage` to nil in its deinit. A storage without one releases this recorder,
    // and no recording refers to the recorder then.
    /// The storage that records the events, also if another table has it now; nil after its deinit.
    @usableFromInline @exclusivity(unchecked) unowned(unsafe) var storage: EntityStorage<Entity>?
    /// The number of open recordings.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    /// The events since the first open recording began.
    ///
    /// After the deinit of the storage, the last event is a `replace` with the rows of the storage.
    @usableFromInline @exclusivity(unchecked) var events: [Event] = []

    @_alwaysEmitIntoClient
    init(_ storage: EntityStorage<Entity>) {
      self.storage = storage
    }

    /// Ends the innermost recording.
    ///
    /// After the outermost recording, a small array of events keeps its capacity, so that the next
    /// recording allocates nothing.
    @_alwaysEmitIntoClient
    func close() {
      depth -= 1
      if depth > 0 || events.isEmpty { return }
      if events.capacity > 64 { events = [] } else { events.removeAll(keepingCapacity: true) }
    }
  }
}

extension EntityStorage {
  @usableFromInline typealias Recorder = EntityTable<Entity>.Recorder

  /// The recorder if a recording is open, otherwise nil.
  @_alwaysEmitIntoClient var openRecorder: Recorder? {
    if let recorder, recorder.depth > 0 { recorder } else { nil }
  }

  @_alwaysEmitIntoClient
  func record(_ event: @autoclosure () -> EntityTable<Entity>.Event) {
    openRecorder?.events.append(event())
  }

  /// Records a row before it is written to.
  @_alwaysEmitIntoClient
  func willWrite(_ position: Int) { record(.write(rows[position], at: position)) }

  /// Records the removal of several rows before it happens, from the last row to the first.
  ///
  /// - Parameter positions: The positions of the rows, ascending.
  @_alwaysEmitIntoClient
  func willRemove(_ positions: [Int]) {
    for position in positions.reversed() {
      record(.remove(rows[position].id, row: rows[position], at: position))
    }
  }

  /// Records a move before it happens.
  ///
  /// If the latest event is the insertion of this row, that event gets the new position instead.
  @_alwaysEmitIntoClient
  func willMove(_ position: Int, to target: Int) {
    guard let recorder = openRecorder else { return }
    let row = rows[position]
    if case .insert(row.id, position) = recorder.events.last {
      recorder.events.removeLast()
    } else {
      record(.remove(row.id, row: row, at: position))
    }
    record(.insert(row.id, at: target))
  }

  /// Moves the open recordings to another storage, which replaces this one.
  @_alwaysEmitIntoClient
  func passRecordings(to other: EntityStorage) {
    guard let recorder = openRecorder else { return }
    (other.recorder, self.recorder, recorder.storage) = (recorder, nil, other)
  }
}

extension EntityTable where Entity: Equatable {
  /// Starts to record the rows that change, until ``finish(_:)``.
  ///
  /// A recording contains the changes of this table, on one thread. Changes of a copy are not part
  /// of it. Until the recording ends, all copies must stay on the same thread, because if a copy is
  /// changed before the table, the recorded events move to the copy. In that case, or if another
  /// table was assigned to the variable, ``finish(_:)`` compares the table with its contents at the
  /// start. Recordings can be nested: the outer recording also contains the changes of the inner
  /// one.
  ///
  /// ```swift
  /// let recording = state.cards.startRecording()
  /// reduce(&state, action)
  /// let difference = state.cards.finish(recording)
  /// ```
  ///
  /// Complexity: O(1). The first recording of each storage allocates. A table gets a new storage
  /// by `setAll`, and by a change or a recording while a copy shares the old one. During a
  /// recording, a row is copied before it is written to; therefore a change of a collection in the
  /// row copies that collection.
  ///
  /// - Returns: The recording, to be passed to ``finish(_:)``. Until then the old value of every
  ///   row that is written to stays in memory.
  @_alwaysEmitIntoClient
  public mutating func startRecording() -> Recording {
    makeUnique()
    let recorder = storage.recorder ?? Recorder(storage)
    storage.recorder = recorder
    return Recording(recorder)
  }

  /// Ends a recording.
  ///
  /// Complexity: O(number of changes). If the only change is one write to one row, which is the
  /// most frequent case, nothing is allocated. O(n) if the whole table was replaced or reordered,
  /// or if a copy was changed first. Also O(n) for each change, if several rows were moved, or
  /// added and removed again, and all have equal values before and after.
  ///
  /// - Parameter recording: The recording, which was started with this table or with the table that
  ///   this one replaced. Finish an inner recording before the outer one.
  /// - Returns: The changes since the start of the recording, or nil if nothing changed. A row that
  ///   was removed and inserted again, or inserted and removed again, can be included if other rows
  ///   changed in between. Not included are a sort order that was set during the recording and, if
  ///   the table still has it, the order of rows that it caused.
  @_alwaysEmitIntoClient
  public mutating func finish(_ recording: consuming Recording) -> Difference? {
    let difference = difference(recordedBy: recording)
    // The deinit of the recording closes it.
    _ = consume recording
    return difference
  }

  /// The changes since the start of a recording, or nil if nothing changed.
  @_alwaysEmitIntoClient
  func difference(recordedBy recording: borrowing Recording) -> Difference? {
    let (recorder, start) = (recording.recorder, recording.start)
    let isOwn = storage.recorder === recorder
    let count = recorder.events.count - start
    if isOwn, count == 0 { return nil }
    if isOwn, count == 1, case .write(_, let position) = recorder.events[start] {
      // The row is still at this position: a move, a removal or another id adds events.
      let isLast = recorder.depth == 1
      let event = isLast ? recorder.events.removeLast() : recorder.events[start]
      guard case .write(let before, _) = consume event else { return nil }
      return Difference(before: before, after: storage.rows[position])
    }
    var events = recorder.events[start...]
    // Another table can have the storage that was recorded.
    if !isOwn, let other = recorder.storage { events.append(.replace(other.rows)) }
    let difference = difference(events)
    return difference.isEmpty || leadsBack(difference) ? nil : difference
  }

  /// True if several rows were inserted and removed, as by moves, and all rows have their old
  /// values and positions again.
  ///
  /// Complexity: O(number of changes); O(n) for each change if all rows have their old values.
  @_alwaysEmitIntoClient
  func leadsBack(_ difference: Difference) -> Bool {
    let rows = difference.rows
    let (removed, inserted) = (rows.count { $0.after == nil }, rows.count { $0.before == nil })
    guard removed == inserted, removed > 1, difference.order == nil else { return false }
    var ends: [Entity.ID: (before: Entity?, after: Entity?)] = [:]
    for row in rows {
      guard let id = row.id else { continue }
      ends[id, default: (row.before, nil)].after = row.after
    }
    guard ends.values.allSatisfy({ $0.before == $0.after }) else { return false }
    // Undoing the changes from the last to the first gives the ids in their old order.
    var ids = Array(ids)
    for row in rows.reversed() {
      guard let id = row.id, let position = row.position else { continue }
      if row.before == nil {
        guard ids.indices.contains(position), ids[position] == id else { return false }
        ids.remove(at: position)
      } else {
        guard position <= ids.count else { return false }
        ids.insert(id, at: position)
      }
    }
    return ids.elementsEqual(storage.index.ids)
  }

  /// The changes that these events have caused, up to the current contents of the table.
  @_alwaysEmitIntoClient
  func difference(_ events: ArraySlice<Event>) -> Difference {
    for (place, event) in events.enumerated() {
      guard case .replace(let rows) = event else { continue }
      var old = EntityTable(rows)
      let earlier = old.difference(events.prefix(place))
      old.apply(earlier.reversed())
      return difference(from: old)
    }
    var rows: [Difference.Row] = []
    // For each changed id that was not removed since: the index in `rows` of its latest change.
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
      case .remove(let id, var before, let position):
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
      case .insert(let id, let position):
        places[id] = rows.count
        rows.append(.init(before: nil, after: nil, position: position))
      case .replace: break
      }
    }
    for (id, place) in places { rows[place].after = self[id: id] }
    // Removes each change that the next change undoes, together with that next change.
    var end = 0
    for place in rows.indices where !rows[place].isNothing {
      if end > 0, rows[end - 1].isUndone(by: rows[place]) {
        end -= 1
      } else {
        rows.swapAt(end, place)
        end += 1
      }
    }
    rows.removeSubrange(end...)
    return Difference(rows: rows)
  }

  /// The changes from a table that this one has replaced.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  func difference(from old: EntityTable) -> Difference {
    var rows: [Difference.Row] = []
    for position in old.indices.reversed() where !contains(id: old.storage.index.ids[position]) {
      rows.append(.init(before: old[position], after: nil, position: position))
    }
    var (last, isReordered) = (-1, false)
    var added: [Difference.Row] = []
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
    // If the sort order was set during the recording, the rows cannot return to their old order.
    if isReordered, let sortOrder = storage.order {
      isReordered = old.indices.dropFirst().allSatisfy {
        !sortOrder.precedes(old[$0], old[$0 - 1])
      }
    }
    let order = Difference.Order(before: old.ids, after: ids)
    return Difference(rows: rows + added, order: isReordered ? order : nil)
  }
}
