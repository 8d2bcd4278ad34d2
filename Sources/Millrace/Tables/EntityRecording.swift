// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// A part of the time in which a table changes; see ``EntityTable/startRecording()``.
  ///
  /// One that is dropped, as by an error that is thrown meanwhile, ends without a difference.
  @frozen public struct Recording: ~Copyable {
    // Sound: its storage keeps it, and if that goes while a recording is open, it keeps itself.
    @usableFromInline unowned(unsafe) let recorder: Recorder
    /// How many events there were.
    @usableFromInline let start: Int

    @_alwaysEmitIntoClient
    init(_ recorder: Recorder, start: Int) {
      (self.recorder, self.start) = (recorder, start)
    }

    /// Lets it go without its deinit; the caller closes it.
    @_alwaysEmitIntoClient
    consuming func forget() { discard self }

    deinit {
      let recorder = self.recorder
      if let home = recorder.storage {
        home.closeRecording()
      } else {
        recorder.depth -= 1
        if recorder.depth == 0 { recorder.keeper = nil }
      }
    }
  }

  /// What happens to the rows of a table while it is recorded.
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

  /// Finds what was recorded when the table is another one at the end.
  ///
  /// The events are with the rows as long as these are there, so that noting one costs no more than
  /// to append it. A storage keeps its recorder for all its recordings.
  @usableFromInline
  final class Recorder {
    // Exclusive: what changes it is the change of the table, which holds the storage alone.
    // Sound: the storage takes itself out in its deinit.
    /// Where the rows are that it began with, wherever their table is now; nil: gone.
    @usableFromInline @exclusivity(unchecked) unowned(unsafe) var storage: EntityStorage<Entity>?
    /// What a storage noted that is gone, with its rows.
    @usableFromInline @exclusivity(unchecked) var events: [Event] = []
    /// How many recordings a storage left open that is gone.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    /// Itself, while no storage keeps it.
    @usableFromInline @exclusivity(unchecked) var keeper: Recorder?

    @_alwaysEmitIntoClient
    init(_ storage: EntityStorage<Entity>) {
      self.storage = storage
    }
  }
}

extension EntityStorage {
  @usableFromInline typealias Event = EntityTable<Entity>.Event

  @_alwaysEmitIntoClient var isRecording: Bool { recordingDepth > 0 }

  @_alwaysEmitIntoClient
  func note(_ event: @autoclosure () -> Event) {
    if isRecording { events.append(event()) }
  }

  /// Notes a row before it is written to.
  @_alwaysEmitIntoClient
  func willWrite(_ position: Int) { note(.write(rows[position], at: position)) }

  /// Notes rows before they leave, ascending; the last one first.
  @_alwaysEmitIntoClient
  func willLeave(_ positions: [Int]) {
    if !isRecording { return }
    for position in positions.reversed() {
      let row = rows[position]
      events.append(.leave(row.id, row, at: position))
    }
  }

  /// Notes a move; that of a row which has just come is part of its coming.
  @_alwaysEmitIntoClient
  func willMove(_ position: Int, to target: Int) {
    if !isRecording { return }
    let row = rows[position]
    if case .come(row.id, position) = events.last {
      events[events.count - 1] = .come(row.id, at: target)
    } else {
      events.append(.leave(row.id, row, at: position))
      events.append(.come(row.id, at: target))
    }
  }

  /// Notes that a row which was written to has another id.
  @_alwaysEmitIntoClient
  func noteRename(_ id: ID, to newID: ID, at position: Int) {
    note(.leave(id, nil, at: position))
    note(.come(newID, at: position))
  }

  @_alwaysEmitIntoClient
  func openRecording() -> EntityTable<Entity>.Recording {
    recordingDepth += 1
    if recorder == nil { recorder = EntityTable.Recorder(self) }
    return EntityTable.Recording(recorder.unsafelyUnwrapped, start: events.count)
  }

  /// Ends the innermost recording.
  ///
  /// After the last one a few events keep their place, so that the next allocates nothing.
  @_alwaysEmitIntoClient
  func closeRecording() {
    recordingDepth -= 1
    if isRecording || events.isEmpty { return }
    if events.capacity > 64 { events = [] } else { events.removeAll(keepingCapacity: true) }
  }

  /// Has another storage, which takes the place of this one, go on with the recordings.
  @_alwaysEmitIntoClient
  func passRecordings(to other: EntityStorage) {
    if !isRecording { return }
    swap(&recordingDepth, &other.recordingDepth)
    swap(&events, &other.events)
    swap(&recorder, &other.recorder)
    other.recorder?.storage = other
    recorder?.storage = self
  }

  /// Leaves what is recorded to those that will ask for it.
  @_alwaysEmitIntoClient
  func leaveRecordings() {
    guard isRecording, let recorder else { return }
    recorder.storage = nil
    recorder.events = events + [.replace(rows)]
    recorder.depth = recordingDepth
    recorder.keeper = recorder
  }
}

extension EntityTable where Entity: Equatable {
  /// Begins to note the rows that change, until ``finish(_:)``.
  ///
  /// A recording belongs to the change of a table in one place and on one thread: what is changed
  /// in a copy of the table is no part of it. Until it ends, the copies stay on that thread too: a
  /// copy that changes before the table does takes what was noted along. Such a table, and one that
  /// is replaced by another one meanwhile, is compared with what it was. Recordings may be nested:
  /// what the inner one notes is in the outer one too.
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
  /// - Returns: What to finish. Until then the table keeps every row that is written to, as it was.
  @_alwaysEmitIntoClient
  public mutating func startRecording() -> Recording {
    makeUnique()
    return storage.openRecording()
  }

  /// Ends a recording.
  ///
  /// Complexity: O(number of changes); a row that was written to in its place is all that is
  /// changed most often, and then nothing is allocated. Rows that were removed one by one and not
  /// together take the time of one more look-up each. O(n) if the whole table was replaced or put
  /// in another order, or if a copy of it changed first, and for each move where several rows moved
  /// and none of them is another one than before.
  ///
  /// - Parameter recording: It, begun with this table, or with the one in its place. Of nested
  ///   ones, the inner one ends first.
  /// - Returns: What changed since; nil: nothing. A row that went and came back may be in it if
  ///   other rows changed meanwhile; a rule to sort by that was given meanwhile, and the order that
  ///   it made, are not.
  @_alwaysEmitIntoClient
  public mutating func finish(_ recording: consuming Recording) -> Difference? {
    let start = recording.start
    guard storage.recorder === recording.recorder else { return finish(replaced: recording) }
    recording.forget()
    defer { storage.closeRecording() }
    let count = storage.events.count - start
    if count == 0 { return nil }
    if count == 1, case .write(_, let position) = storage.events[start] {
      // It is where it was: a row that moves, goes or gets another id is an event too.
      let isLast = storage.recordingDepth == 1
      let event = isLast ? storage.events.removeLast() : storage.events[start]
      guard case .write(let before, _) = consume event else { return nil }
      return Difference(before: before, after: storage.rows[position])
    }
    let difference = difference(storage.events[start...])
    return difference.isEmpty || leadsBack(difference) ? nil : difference
  }

  /// Ends a recording of a table of which this one has taken the place.
  @_alwaysEmitIntoClient @inline(never)
  func finish(replaced recording: consuming Recording) -> Difference? {
    let (recorder, start) = (recording.recorder, recording.start)
    var events = recorder.events
    if let home = recorder.storage { events = home.events + [.replace(home.rows)] }
    // Closes it.
    _ = consume recording
    let difference = difference(events[start...])
    return difference.isEmpty || leadsBack(difference) ? nil : difference
  }

  /// Whether the rows of a difference moved, and all are again what and where they were.
  ///
  /// Complexity: O(number of changes); O(n) for each move if all rows are what they were.
  @_alwaysEmitIntoClient
  func leadsBack(_ difference: Difference) -> Bool {
    let rows = difference.rows
    let (gone, come) = (rows.count { $0.after == nil }, rows.count { $0.before == nil })
    guard gone == come, gone > 1, difference.order == nil else { return false }
    var ends: [Entity.ID: (before: Entity?, after: Entity?)] = [:]
    for row in rows {
      guard let id = row.id else { continue }
      ends[id] = (ends[id]?.before ?? row.before, row.after)
    }
    guard ends.values.allSatisfy({ $0.before == $0.after }) else { return false }
    // From the end to the beginning: the order of the ids is then what it was.
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
    // Without what the next row takes back: it would be a step of an undo that changes nothing.
    var end = 0
    for place in rows.indices where !rows[place].isNothing {
      if end > 0, rows[end - 1].isTakenBack(by: rows[place]) {
        end -= 1
      } else {
        rows.swapAt(end, place)
        end += 1
      }
    }
    rows.removeSubrange(end...)
    return Difference(rows: rows)
  }

  /// The difference to a table that this one has replaced.
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
    // Under a rule that was given meanwhile the rows cannot go back to where they were.
    if isReordered, let rule = storage.order {
      isReordered = old.indices.dropFirst().allSatisfy { !rule.precedes(old[$0], old[$0 - 1]) }
    }
    let order = Difference.Order(before: old.ids, after: ids)
    return Difference(rows: rows + added, order: isReordered ? order : nil)
  }
}
