// SPDX-License-Identifier: Apache-2.0

/// The storage of a table: its rows, index, change log and sort order.
///
/// Copies of a table share one storage until one of them is changed. The caller of a method that
/// changes the storage must have the only reference to it. Such a method also logs the change. The
/// methods that only move rows leave that to their caller, except `settle(_:_:)`.
@usableFromInline
final class EntityStorage<Entity: Identifiable> {
  @usableFromInline typealias ID = Entity.ID

  // Exclusive: a caller that changes the storage has the only reference to it. Only
  // `passRecordings(to:)` changes a shared storage, and during a recording all copies are on one
  // thread. The code of the entities (`==`, `hash`, a sort order) has no reference to the storage,
  // and must not read the table through a store.
  @usableFromInline @exclusivity(unchecked) var rows = SlidingArray<Entity>()
  @usableFromInline @exclusivity(unchecked) var index = EntityIndex<ID>()
  @usableFromInline @exclusivity(unchecked) var log = EntityChangeLog<ID>()
  @usableFromInline @exclusivity(unchecked) var order: EntityOrder<Entity>?

  /// The entity that an access by `subscript(id:)` has moved out of its row; nil at other times.
  ///
  /// It is stored here and not in a variable of the access, which would need memory of its own.
  @usableFromInline @exclusivity(unchecked) var taken: Entity?

  /// The recorder of the changes, since the first recording; see `EntityTable.startRecording()`.
  @usableFromInline @exclusivity(unchecked) var recorder: Recorder?

  @_alwaysEmitIntoClient
  init(order: EntityOrder<Entity>?) {
    self.order = order
  }

  /// Creates a copy that shares each of the arrays of the other storage until it is changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  init(sharing other: EntityStorage) {
    rows = other.rows
    index = other.index
    log = other.log
    order = other.order
  }

  @_alwaysEmitIntoClient
  deinit {
    guard let recorder = openRecorder else { return }
    recorder.events.append(.replace(rows))
    recorder.storage = nil
  }

  /// The changes of the log; see `EntityChangeLog.changes(since:limit:)`.
  ///
  /// It is a method of the object, because a call with a copy of the log would retain its array.
  @_alwaysEmitIntoClient @inline(never)
  func changes(since stamp: EntityStamp, limit: Int) -> EntityChanges<ID>? {
    log.changes(since: stamp, limit: limit)
  }

  /// Adds a row with a new id at the end, without regard to the sort order.
  ///
  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
  func append(_ entity: Entity, _ id: ID, _ stamp: EntityStamp) {
    rows.append(entity)
    index.append(id)
    log.rowCount = rows.count
    log.append(.inserted, id, stamp)
    record(.insert(id, at: rows.count - 1))
  }

  /// Moves the last row, which was just added.
  ///
  /// The move is logged as a part of its insertion.
  ///
  /// Complexity: O(n − position) moves.
  @_alwaysEmitIntoClient
  func moveLast(to position: Int) {
    let last = rows.count - 1
    let target = Swift.min(Swift.max(0, position), last)
    if target == last { return }
    willMove(last, to: target)
    rows.moveElement(from: last, to: target)
    index.move(from: last, to: target)
  }

  /// Removes a row.
  ///
  /// Complexity: O(distance to the nearer end) moves.
  @_alwaysEmitIntoClient @discardableResult
  func remove(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Entity {
    let entity = rows.remove(at: position)
    index.remove(id)
    log.append(.removed, id, stamp)
    record(.remove(id, row: entity, at: position))
    return entity
  }

  /// Updates index and log after a write to the row of `id`, and moves the row if it is out of
  /// order.
  ///
  /// Complexity: O(1), or O(n) if the row moves or now has the id of another row.
  @_alwaysEmitIntoClient
  func wasWritten(_ id: ID, at position: Int, _ stamp: EntityStamp) {
    let newID = rows[position].id
    if newID == id {
      index.respell(newID, at: position)
      let isMoved = settle(position)
      log.append(.updated, newID, stamp, moves: isMoved)
    } else {
      _ = settle(rename(id, at: position, stamp))
    }
  }

  /// Updates index and log after a write gave the row of `id` another id.
  ///
  /// If another row has the new id, that row is removed.
  ///
  /// - Returns: The position of the entity afterwards.
  @_alwaysEmitIntoClient
  func rename(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Int {
    let newID = rows[position].id
    var newPosition = position
    log.append(.removed, id, stamp)
    if let other = index.position(of: newID) {
      let replaced = rows.remove(at: other)
      index.remove(newID)
      // The new id is now at the position of the old id.
      log.append(.updated, newID, stamp, moves: true)
      record(.remove(newID, row: replaced, at: other))
      if other < position { newPosition -= 1 }
    } else {
      log.append(.inserted, newID, stamp)
    }
    index.rename(id, to: newID)
    record(.remove(id, row: nil, at: newPosition))
    record(.insert(newID, at: newPosition))
    return newPosition
  }
}

extension EntityStorage {
  /// True if the row is in order relative to its neighbours, or if there is no sort order.
  ///
  /// Complexity: at most two comparisons.
  @_alwaysEmitIntoClient
  func isInPlace(_ position: Int) -> Bool {
    guard let order else { return true }
    if position > 0, order.precedes(rows[position], rows[position - 1]) { return false }
    return position + 1 >= rows.count || !order.precedes(rows[position + 1], rows[position])
  }

  /// Moves the only row that may be out of order to the position where a stable sort would put it.
  ///
  /// Complexity: at most two comparisons if the row is in order, otherwise O(log n) comparisons and
  /// O(n) moves.
  ///
  /// - Returns: True if the row moved.
  @_alwaysEmitIntoClient
  func settle(_ position: Int) -> Bool {
    isInPlace(position) ? false : move(position)
  }

  /// Moves a row that is out of order; the other rows are in order.
  ///
  /// - Returns: True if the row moved.
  @_alwaysEmitIntoClient
  func move(_ position: Int) -> Bool {
    guard let order else { return false }
    let entity = rows[position]
    let left = (0..<position).firstPosition { order.precedes(entity, rows[$0]) }
    var target = left
    if left == position {
      target = (position + 1..<rows.count).firstPosition { !order.precedes(rows[$0], entity) } - 1
    }
    if target == position { return false }
    willMove(position, to: target)
    rows.moveElement(from: position, to: target)
    index.move(from: position, to: target)
    return true
  }

  /// Sorts all rows.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if no row is out of order.
  ///
  /// - Returns: True if a row moved.
  @_alwaysEmitIntoClient
  func sort() -> Bool {
    guard let order else { return false }
    let isSorted = rows.indices.dropFirst().allSatisfy { !order.precedes(rows[$0], rows[$0 - 1]) }
    if isSorted { return false }
    // The standard library promises that its sort is stable.
    let sorted = rows.indices.sorted { order.precedes(rows[$0], rows[$1]) }
    record(.replace(rows))
    rows.arrange(sorted)
    index.arrange(sorted)
    return true
  }

  /// Moves several rows that were written or added to the positions where a stable sort would put
  /// them.
  ///
  /// The other rows are in order relative to each other. Therefore two of them are never compared.
  ///
  /// Complexity: O(k log n) comparisons for k written or added rows, and O(n) moves; O(k) if all
  /// are in order.
  @_alwaysEmitIntoClient
  func settle(_ touched: EntityTouches<ID>, _ stamp: EntityStamp) {
    guard let order else { return }
    let positions = touched.ids.compactMap { index.position(of: $0) }
    guard let first = positions.first(where: { !isInPlace($0) }) else { return }
    if positions.count > 1 {
      merge(positions, order)
    } else if !move(first) {
      return
    }
    if touched.updated > 0 { log.appendReorder(stamp) }
  }

  /// Moves the rows at these positions to their positions in the sort order.
  @_alwaysEmitIntoClient
  func merge(_ touched: [Int], _ order: EntityOrder<Entity>) {
    var sources: [Int] = []
    for position in touched.sorted() where position != sources.last { sources.append(position) }
    var picks = sources
    sort(&picks, in: picks.indices, order)
    let last = sources.count - 1
    // Only the rows in `start..<end` can move.
    let start = (0..<sources[0]).firstPosition { order.precedes(rows[picks[0]], rows[$0]) }
    let end = (sources[last] + 1..<rows.count).firstPosition {
      !order.precedes(rows[$0], rows[picks[last]])
    }
    var (staying, positions, next) = ([Int](), [Int](), start)
    staying.reserveCapacity(end - start)
    positions.reserveCapacity(end - start)
    for source in sources {
      staying += next..<source
      next = source + 1
    }
    staying += next..<end
    appendMerged(picks[...], staying[...], order, to: &positions)
    arrange(positions, from: start, moving: sources)
  }

  /// Moves the row at `positions[i]` to `start + i`, and records which rows move.
  ///
  /// - Parameters:
  ///   - positions: Each position from `start` to `start + positions.count - 1` once.
  ///   - start: The first position that can change.
  ///   - sources: The positions of the rows that move, ascending. The other rows keep their order.
  @_alwaysEmitIntoClient
  func arrange(_ positions: [Int], from start: Int, moving sources: [Int]) {
    willRemove(sources)
    rows.arrange(positions, from: start)
    index.arrange(positions, from: start)
    if openRecorder == nil { return }
    let moved = Set(sources)
    for (target, source) in zip(start..., positions) where moved.contains(source) {
      record(.insert(rows[target].id, at: target))
    }
  }

  /// Sorts a range of these positions by their rows.
  ///
  /// The sort is stable.
  ///
  /// The standard library's sort makes fewer moves but twice as many comparisons, and the
  /// comparisons take most of the time.
  ///
  /// Complexity: O(k log k) comparisons; k - 1 if the rows are in order.
  @_alwaysEmitIntoClient
  func sort(_ positions: inout [Int], in range: Range<Int>, _ order: EntityOrder<Entity>) {
    if range.count < 2 { return }
    let middle = range.lowerBound + range.count / 2
    sort(&positions, in: range.lowerBound..<middle, order)
    sort(&positions, in: middle..<range.upperBound, order)
    if !order.precedes(rows[positions[middle]], rows[positions[middle - 1]]) { return }
    var (target, next) = (range.lowerBound, middle)
    for position in Array(positions[range.lowerBound..<middle]) {
      while next < range.upperBound, order.precedes(rows[positions[next]], rows[position]) {
        positions[target] = positions[next]
        (target, next) = (target + 1, next + 1)
      }
      positions[target] = position
      target += 1
    }
  }

  /// Merges two lists of positions, each sorted by its rows, and appends the result to `positions`.
  ///
  /// The method finds, by bisection, the position in `staying` where the middle element of `moving`
  /// belongs. Then it merges the elements before that position and those after it, recursively.
  ///
  /// Complexity: O(log n) comparisons for each position in `moving`.
  @_alwaysEmitIntoClient
  func appendMerged(
    _ moving: ArraySlice<Int>, _ staying: ArraySlice<Int>, _ order: EntityOrder<Entity>,
    to positions: inout [Int]
  ) {
    if moving.isEmpty {
      positions += staying
      return
    }
    let middle = moving.startIndex + moving.count / 2
    let position = moving[middle]
    let entity = rows[position]
    let gap = staying.firstPosition {
      $0 < position ? order.precedes(entity, rows[$0]) : !order.precedes(rows[$0], entity)
    }
    appendMerged(moving[..<middle], staying[..<gap], order, to: &positions)
    positions.append(position)
    appendMerged(moving[(middle + 1)...], staying[gap...], order, to: &positions)
  }
}

/// The rows that one mutation of several rows has written or added.
@usableFromInline
struct EntityTouches<ID: Hashable> {
  @usableFromInline var added = 0
  @usableFromInline var updated = 0
  /// The ids of these rows; empty if `isSorting` is false.
  @usableFromInline var ids: [ID] = []
  /// True if the table has a sort order.
  @usableFromInline let isSorting: Bool

  @_alwaysEmitIntoClient
  init(isSorting: Bool) {
    self.isSorting = isSorting
  }

  @_alwaysEmitIntoClient var count: Int { added + updated }

  @_alwaysEmitIntoClient
  mutating func add(_ id: ID, isUpdate: Bool) {
    if isUpdate { updated += 1 } else { added += 1 }
    if isSorting { ids.append(id) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element satisfies the condition, or the end index if there is none.
  ///
  /// Found by bisection: all elements behind one that satisfies the condition must satisfy it too.
  @_alwaysEmitIntoClient
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
