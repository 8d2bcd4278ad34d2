// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// The fetched actions of a store in another program.
///
/// Beyond `LinkLimits.mirror` bytes the oldest actions are dropped.
///
/// A position is counted from the oldest fetched action. A place is counted from the first action
/// of the program's timeline.
struct RemoteTimeline {
  /// The maximum place.
  ///
  /// A greater one is rejected.
  static let lastPlace = Int(clamping: Int64(1) << 48)

  private var rows: ArraySlice<ActionRow> = []
  /// The place of the row with index 0.
  private var base = 0
  private var bytes = 0
  /// The number of rows at the end that must be fetched again, because a command has changed them.
  private var stale = 0
  /// True if the ids increase from row to row, which allows a binary search.
  private var idsGrow = true
  /// True if the numbers increase from row to row, which allows a binary search.
  private var numbersGrow = true
  /// The ids of the rows if they do not increase, to detect duplicates.
  private var ids: Set<Int> = []
  /// The numbers of the rows if they do not increase, to detect duplicates.
  private var numbers: Set<UInt64> = []
  /// The number of missing actions, which the program dropped before they were fetched.
  private(set) var leftOut = 0

  /// Creates an empty timeline that begins at a place.
  ///
  /// No action is missing.
  init(from place: Int = 0) { base = place }

  /// The place of the oldest action.
  var first: Int { base + rows.startIndex }
  var count: Int { rows.count }
  /// The place from which actions must be fetched.
  var next: Int { base + rows.endIndex - stale }

  subscript(position: Int) -> ActionRow? {
    0..<rows.count ~= position ? rows[rows.startIndex + position] : nil
  }

  /// Adds the fetched actions from a place on.
  mutating func append(_ new: [ActionRow], from place: Int) throws(LinkFailure) {
    guard new.count <= LinkLimits.batchRows, place >= next, place <= Self.lastPlace else {
      throw .unexpected("received actions that are known already, or more than were requested")
    }
    // Otherwise the monitor would ask for the same actions again and again.
    if new.isEmpty, place == next {
      throw .unexpected("received no actions for a question for actions of the timeline")
    }
    guard new.allSatisfy({ $0.id > 0 && $0.size <= LinkLimits.row && $0.time <= LinkLimits.time })
    else { throw .malformed("an action has no id or an invalid time, or is too long") }
    // A store numbers its actions in order. Therefore the action that caused another one has the
    // lower number.
    guard new.allSatisfy({ row in row.cause.map { $0 < row.number ?? 0 } ?? true }) else {
      throw .malformed("the number of an action is not greater than that of its cause")
    }
    if place > next {
      // The program has dropped the actions in between. The older actions are dropped here too.
      let missing = place - next
      self = RemoteTimeline(from: place, leftOut: leftOut + missing)
    }
    for row in new {
      if stale > 0 { try replace(with: row) } else { try append(row) }
    }
    while bytes > LinkLimits.mirror { dropFirst() }
  }

  private init(from place: Int, leftOut: Int) {
    base = place
    self.leftOut = leftOut
  }

  private mutating func append(_ row: ActionRow) throws(LinkFailure) {
    if let last = rows.last {
      if idsGrow, last.id >= row.id {
        idsGrow = false
        ids = Set(rows.map(\.id))
      }
      if numbersGrow, last.number ?? 0 >= row.number ?? 0 {
        numbersGrow = false
        numbers = Set(rows.compactMap(\.number))
      }
    }
    if !idsGrow, !ids.insert(row.id).inserted {
      throw .malformed("two actions have the id \(row.id)")
    }
    if !numbersGrow, let number = row.number, !numbers.insert(number).inserted {
      throw .malformed("two actions have the number \(number)")
    }
    rows.append(row)
    bytes += row.size
  }

  /// Replaces the first stale row with the fetched one.
  private mutating func replace(with row: ActionRow) throws(LinkFailure) {
    let index = rows.endIndex - stale
    guard rows[index].id == row.id, rows[index].number == row.number else {
      throw .unexpected("received another action for a place whose action has not moved")
    }
    bytes += row.size - rows[index].size
    rows[index] = row
    stale -= 1
  }

  /// Marks the rows from a place on as stale.
  ///
  /// They remain unchanged until they are fetched again.
  mutating func change(from place: Int) {
    stale = max(stale, min(rows.count, base + rows.endIndex - place))
  }

  mutating func drop(before place: Int) {
    while first < place, !rows.isEmpty { dropFirst() }
  }

  private mutating func dropFirst() {
    let row = rows.removeFirst()
    bytes -= row.size
    stale = min(stale, rows.count)
    if !idsGrow { ids.remove(row.id) }
    if !numbersGrow, let number = row.number { numbers.remove(number) }
  }

  /// The position of the action with an id.
  ///
  /// Complexity: O(log n) if the timeline was not reordered, otherwise O(n).
  func position(of id: Int) -> Int? { find(id, isSorted: idsGrow) { $0.id } }

  /// The id of the action with a number.
  ///
  /// Complexity: O(log n) if the numbers increase, otherwise O(n).
  func id(ofNumber number: UInt64) -> Int? {
    find(number, isSorted: numbersGrow) { $0.number }.flatMap { self[$0]?.id }
  }

  private func find<Key: Comparable>(
    _ sought: Key, isSorted: Bool, by key: (ActionRow) -> Key?
  ) -> Int? {
    let index =
      isSorted
      ? rows.indices.firstPosition { index in key(rows[index]).map { $0 >= sought } ?? false }
      : rows.firstIndex { key($0) == sought } ?? rows.endIndex
    return index < rows.endIndex && key(rows[index]) == sought ? index - rows.startIndex : nil
  }
}

extension ActionRow {
  /// The approximate number of bytes of the row.
  var size: Int {
    let reason = if case .refused(let reason) = outcome { reason.utf8.count } else { 0 }
    let sender = client?.utf8.count ?? 0
    return action.utf8.count + name.utf8.count + source.utf8.count + sender + reason + 250
  }
}
