// SPDX-License-Identifier: Apache-2.0

/// What a table consists of.
///
/// Copies of a table share one until one of them is changed.
///
/// It trusts its caller to have the only reference to it while it changes. Its methods change rows
/// and log each change.
@usableFromInline
final class EntityStorage<Entity: Identifiable> {
  @usableFromInline typealias ID = Entity.ID

  // Exclusive: what changes it holds it alone, and the entities' own code (`==`, `hash`, a rule)
  // has no way to it, as long as it does not read the table through a store.
  @usableFromInline @exclusivity(unchecked) var rows = SlidingArray<Entity>()
  @usableFromInline @exclusivity(unchecked) var index = EntityIndex<ID>()
  @usableFromInline @exclusivity(unchecked) var log = EntityChangeLog<ID>()
  @usableFromInline @exclusivity(unchecked) var order: EntityOrder<Entity>?

  /// Whether it was decoded and has not been told its rule since; see `noteUnsorted()`.
  @usableFromInline @exclusivity(unchecked) var isDecoded = false

  /// How many recordings go on; see `EntityTable.startRecording()`.
  @usableFromInline @exclusivity(unchecked) var recordingDepth = 0
  /// What happened since the first of them began.
  @usableFromInline @exclusivity(unchecked) var events: [EntityTable<Entity>.Event] = []
  @usableFromInline @exclusivity(unchecked) var recorder: EntityTable<Entity>.Recorder?

  @_alwaysEmitIntoClient
  init(order: EntityOrder<Entity>?) {
    self.order = order
    if order != nil { LostOrder.note(Entity.self) }
  }

  /// A copy whose parts are shared until they are changed.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  init(sharing other: EntityStorage) {
    rows = other.rows
    index = other.index
    log = other.log
    order = other.order
    isDecoded = other.isDecoded
  }

  @_alwaysEmitIntoClient
  deinit {
    leaveRecordings()
  }

  /// Puts a row of a new id behind the others, sorted or not.
  ///
  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
  func append(_ entity: Entity, _ id: ID, _ stamp: EntityStamp) {
    rows.append(entity)
    index.append(id)
    log.append(.inserted, id, stamp)
    note(.come(id, at: rows.count - 1))
  }

  /// Moves the last row; where it was not before, that is part of its insertion.
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

  /// Takes a row out.
  ///
  /// Complexity: O(distance to the nearer end) moves.
  @_alwaysEmitIntoClient @discardableResult
  func remove(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Entity {
    let entity = rows.remove(at: position)
    index.remove(id)
    log.append(.removed, id, stamp)
    note(.leave(id, entity, at: position))
    return entity
  }

  /// Notes that the row of `id` was written to, and moves it if it is out of order.
  ///
  /// Complexity: O(1), O(n) if it moves or takes the id of another row.
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

  /// Follows an entity whose id is not `id` any more, and takes out the row that had the new one.
  ///
  /// - Returns: The position at which the entity is then.
  @_alwaysEmitIntoClient
  func rename(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Int {
    let newID = rows[position].id
    log.append(.removed, id, stamp)
    guard let other = index.position(of: newID) else {
      index.rename(id, to: newID)
      log.append(.inserted, newID, stamp)
      noteRename(id, to: newID, at: position)
      return position
    }
    let replaced = rows.remove(at: other)
    index.remove(newID)
    index.rename(id, to: newID)
    // The id is now where the row of the old one was.
    log.append(.updated, newID, stamp, moves: true)
    note(.leave(newID, replaced, at: other))
    let place = other < position ? position - 1 : position
    noteRename(id, to: newID, at: place)
    return place
  }
}

extension EntityStorage {
  /// Whether the row stands in order between its neighbours, or there is no rule.
  ///
  /// Complexity: at most two comparisons.
  @_alwaysEmitIntoClient
  func isInPlace(_ position: Int) -> Bool {
    guard let order else { return true }
    if position > 0, order.precedes(rows[position], rows[position - 1]) { return false }
    return position + 1 >= rows.count || !order.precedes(rows[position + 1], rows[position])
  }

  /// Moves the one row that may be out of order to where a stable sort would put it.
  ///
  /// Complexity: two comparisons if it stands well, otherwise O(log n) comparisons and O(n) moves.
  ///
  /// - Returns: Whether the row moved.
  @_alwaysEmitIntoClient
  func settle(_ position: Int) -> Bool {
    if order == nil {
      if isDecoded { noteUnsorted() }
      return false
    }
    return isInPlace(position) ? false : move(position)
  }

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

  /// Sorts all rows, if one is out of order.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if no row is out of order.
  ///
  /// - Returns: Whether a row moved.
  @_alwaysEmitIntoClient
  func sort() -> Bool {
    guard let order else { return false }
    let isSorted = rows.indices.dropFirst().allSatisfy { !order.precedes(rows[$0], rows[$0 - 1]) }
    if isSorted { return false }
    // The standard library promises that its sort is stable.
    let sorted = rows.indices.sorted { order.precedes(rows[$0], rows[$1]) }
    note(.replace(rows))
    rows.arrange(sorted)
    index.arrange(sorted)
    return true
  }

  /// Puts several rows that were written or added where a stable sort would put them.
  ///
  /// The others are in order among themselves, so only the touched ones are compared with others.
  ///
  /// Complexity: O(k log n) comparisons for k touched rows, and O(n) moves; O(k) if all stand well.
  @_alwaysEmitIntoClient
  func settle(_ touched: EntityTouches<ID>, _ stamp: EntityStamp) {
    guard let order else {
      if isDecoded, touched.count > 0 { noteUnsorted() }
      return
    }
    let positions = touched.ids.compactMap { index.position(of: $0) }
    guard let first = positions.first(where: { !isInPlace($0) }) else { return }
    if positions.count > 1 {
      merge(positions, order)
    } else if !move(first) {
      return
    }
    if touched.updated > 0 { log.appendReorder(stamp) }
  }

  /// Moves the rows at these positions to where they belong among the others.
  @_alwaysEmitIntoClient
  func merge(_ touched: [Int], _ order: EntityOrder<Entity>) {
    var sources: [Int] = []
    for position in touched.sorted() where position != sources.last { sources.append(position) }
    var picks = sources
    sort(&picks, in: picks.indices, order)
    let last = sources.count - 1
    // The rows before the one and those from the other on stay where they are.
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
    weave(picks[...], staying[...], order, into: &positions)
    willLeave(sources)
    rows.arrange(positions, from: start)
    index.arrange(positions, from: start)
    if !isRecording { return }
    let moved = Set(sources)
    for (target, source) in zip(start..., positions) where moved.contains(source) {
      note(.come(rows[target].id, at: target))
    }
  }

  /// Sorts a part of these positions by their rows; those of equal rows stay as they are.
  ///
  /// The standard library's sort moves less and compares twice as often, and it is comparisons that
  /// take time.
  ///
  /// Complexity: O(k log k) comparisons; k - 1 if the rows are in order.
  @_alwaysEmitIntoClient
  func sort(_ positions: inout [Int], in range: Range<Int>, _ order: EntityOrder<Entity>) {
    if range.count < 2 { return }
    let middle = range.lowerBound + range.count / 2
    sort(&positions, in: range.lowerBound..<middle, order)
    sort(&positions, in: middle..<range.upperBound, order)
    if !order.precedes(rows[positions[middle]], rows[positions[middle - 1]]) { return }
    var (place, next) = (range.lowerBound, middle)
    for position in Array(positions[range.lowerBound..<middle]) {
      while next < range.upperBound, order.precedes(rows[positions[next]], rows[position]) {
        positions[place] = positions[next]
        (place, next) = (place + 1, next + 1)
      }
      positions[place] = position
      place += 1
    }
  }

  /// Appends two lists of positions, each in order of its rows, as one.
  ///
  /// Those of rows that move are placed in halves: the middle one says which of the rows that stay
  /// each half needs to be compared with.
  ///
  /// Complexity: O(log n) comparisons for each row that moves.
  @_alwaysEmitIntoClient
  func weave(
    _ moving: ArraySlice<Int>, _ staying: ArraySlice<Int>, _ order: EntityOrder<Entity>,
    into positions: inout [Int]
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
    weave(moving[..<middle], staying[..<gap], order, into: &positions)
    positions.append(position)
    weave(moving[(middle + 1)...], staying[gap...], order, into: &positions)
  }
}

/// The rows that a mutation of several rows wrote or added.
@usableFromInline
struct EntityTouches<ID: Hashable> {
  @usableFromInline var added = 0
  @usableFromInline var updated = 0
  /// Kept only where rows have to be in order.
  @usableFromInline var ids: [ID] = []
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
  /// The first position for which the condition holds, by bisection; the end if for none.
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
