// SPDX-License-Identifier: Apache-2.0

/// The change of one field in a step.
@usableFromInline
protocol UndoChange: Equatable, Codable {
  /// Adds a later change to this change.
  ///
  /// - Returns: False if the two cannot be merged. Then this change is not modified.
  mutating func append(_ later: Self) -> Bool
  /// True if the change leaves the field unchanged.
  ///
  /// It can be false for such a change of a table: several rows were moved away and back, or
  /// inserted and removed, by several actions.
  var isEmpty: Bool { get }
}

extension UndoChange {
  func isEqual(to other: any UndoChange) -> Bool { self == other as? Self }
}

/// A reference to a change of a step.
@usableFromInline
struct UndoPart: Sendable {
  /// The index of the field in `UndoableState.undoable`.
  @usableFromInline var field: Int
  /// The number of the change among the changes of that field.
  @usableFromInline var number: Int

  @_alwaysEmitIntoClient
  init(_ field: Int, _ number: Int) {
    (self.field, self.number) = (field, number)
  }
}

/// The title and the group of a step.
///
/// Consecutive steps with the same title and group share a label.
@usableFromInline
struct UndoLabel: Equatable, Sendable {
  @usableFromInline var title: String
  @usableFromInline var group: String?

  @usableFromInline
  init(_ title: String, group: String?) {
    (self.title, self.group) = (title, group)
  }
}

/// The stored form of a step.
@usableFromInline
struct UndoRecord: Sendable {
  var number: Int
  /// The number of the step's label.
  var label = 0
  var time: Duration?
  /// True if later actions can be added to the step.
  var isOpen = true
  /// The first change, or nil if the step has no change.
  var first: UndoPart?
  /// The other changes.
  ///
  /// It is nil instead of an empty array, which would be retained and released.
  var others: [UndoPart]?

  var parts: [UndoPart] { (first.map { [$0] } ?? []) + (others ?? []) }

  mutating func append(_ part: UndoPart) {
    if first == nil {
      first = part
    } else if others == nil {
      others = [part]
    } else {
      others?.append(part)
    }
  }

  /// Removes the last part that belongs to a field.
  mutating func removeLast(of field: Int) {
    var parts = self.parts
    if let place = parts.lastIndex(where: { $0.field == field }) { parts.remove(at: place) }
    (first, others) = (nil, nil)
    for part in parts { append(part) }
  }

  /// Reverses the order of the parts, and replaces each part with the result of `body`.
  ///
  /// If the result is nil, the part is removed.
  @usableFromInline
  mutating func replaceReversed(_ body: (_ field: Int) -> UndoPart?) {
    let (first, others) = (first, others)
    (self.first, self.others) = (nil, nil)
    for part in others?.reversed() ?? [] { body(part.field).map { append($0) } }
    if let first { body(first.field).map { append($0) } }
  }
}

/// The changes of one field, in the order of the steps.
// Sound: an instance is modified only while a single list of steps references it, and the values of
// all fields are `Sendable`.
@usableFromInline
class UndoColumn: @unchecked Sendable {
  var copy: UndoColumn { fatalError("abstract") }
  func change(_ number: Int) -> any UndoChange { fatalError("abstract") }
  /// Removes the changes before a number.
  func forget(before number: Int) { fatalError("abstract") }
  /// Appends a change to the changes of the same field in another list, and returns its number.
  func append(_ number: Int, to other: inout UndoColumn?) -> Int { fatalError("abstract") }
}

// Sound: for the same reasons as `UndoColumn`.
@usableFromInline
final class UndoChanges<Change: UndoChange>: UndoColumn, @unchecked Sendable {
  // Exclusive: it is modified only while a single list of steps references this object.
  @usableFromInline @exclusivity(unchecked) var all = UndoPieces<Change>()

  @usableFromInline
  init(_ all: UndoPieces<Change> = UndoPieces()) {
    self.all = all
  }

  override var copy: UndoColumn { UndoChanges(all) }

  override func change(_ number: Int) -> any UndoChange { all[number] }

  /// Complexity: O(number of pieces) once per piece, otherwise O(1).
  override func forget(before number: Int) {
    all.removeAll(before: number)
    if all.count > 0 { return }
    // The pieces are released, because it is not known whether the field changes again.
    all.pieces = []
    all.base = all.end
  }

  override func append(_ number: Int, to other: inout UndoColumn?) -> Int {
    let column = other as? UndoChanges ?? UndoChanges()
    column.all.append(all[number])
    other = column
    return column.all.end - 1
  }
}

/// A list of steps, the oldest first, with their changes.
@usableFromInline
struct UndoSteps: Sendable {
  @usableFromInline var records = UndoPieces<UndoRecord>()
  var labels = UndoPieces<UndoLabel>()
  /// The changes of each field.
  ///
  /// The last ones belong to the newest step.
  @usableFromInline var columns: [UndoColumn?] = []

  var count: Int { records.count }

  /// The number of the newest step, or nil if there is none.
  var lastNumber: Int? { records.count == 0 ? nil : records[records.end - 1].number }

  func label(of record: UndoRecord) -> UndoLabel { labels[record.label] }

  /// The title of the newest step, or nil if there is none.
  var lastTitle: String? { records.isEmpty ? nil : labels[records[records.end - 1].label].title }

  /// Appends a step.
  ///
  /// If its title and group are equal to those of the step before, the two share a label.
  ///
  /// Complexity: O(1).
  mutating func append(_ record: consuming UndoRecord, _ title: String, group: String?) {
    let isSame =
      labels.count > 0 && labels[labels.end - 1].title == title
      && labels[labels.end - 1].group == group
    if !isSame { labels.append(UndoLabel(title, group: group)) }
    record.label = labels.end - 1
    records.append(record)
  }

  /// Removes the newest step, and its label if the step before does not share it.
  ///
  /// Its changes remain in the columns.
  mutating func popLast() -> (record: UndoRecord, label: UndoLabel)? {
    guard let record = records.popLast() else { return nil }
    let label = labels[record.label]
    let isUsed = count > 0 && records[records.end - 1].label == record.label
    if !isUsed { _ = labels.popLast() }
    return (record, label)
  }

  /// Modifies the newest step in place, if there is one.
  mutating func withLast(_ change: (inout UndoRecord) -> Void) {
    if count > 0 { change(&records[records.end - 1]) }
  }

  /// Removes the oldest step.
  ///
  /// The changes of the step are removed later, together with the last step of the same piece or of
  /// the whole list.
  ///
  /// Complexity: O(size of a piece + number of pieces) once per piece, otherwise O(1).
  ///
  /// - Returns: The number of the step.
  mutating func removeFirst() -> Int {
    let number = records[records.start].number
    if records.count == 1 || records.isLastOfPiece(records.start) { trim() }
    records.removeFirst()
    return number
  }

  /// Removes the changes of the steps in the first piece.
  private mutating func trim() {
    labels.removeAll(before: records[records.start].label)
    var ends = columns.map { _ in -1 }
    for number in records.base...records.start {
      if let part = records[number].first { ends[part.field] = part.number }
      if let others = records[number].others {
        for part in others { ends[part.field] = part.number }
      }
    }
    for (field, end) in ends.enumerated() where end >= 0 {
      makeUnique(field)
      columns[field]?.forget(before: end + 1)
    }
  }

  func change(_ part: UndoPart) -> any UndoChange {
    columns[part.field].unsafelyUnwrapped.change(part.number)
  }

  /// Copies the column of a field if another list references it too.
  @usableFromInline
  mutating func makeUnique(_ field: Int) {
    while columns.count <= field { columns.append(nil) }
    if !isKnownUniquelyReferenced(&columns[field]) { columns[field] = columns[field]?.copy }
  }

  /// Calls a closure with the changes of a field.
  @_alwaysEmitIntoClient @inline(__always)
  mutating func access<Change: UndoChange, Result>(
    _ field: Int, _ body: (inout UndoPieces<Change>) -> Result
  ) -> Result {
    if field >= columns.count || !isKnownUniquelyReferenced(&columns[field]) {
      makeUnique(field)
      if columns[field] == nil { columns[field] = UndoChanges<Change>() }
    }
    let column = Unmanaged.passUnretained(columns[field].unsafelyUnwrapped)
    // Sound: this list retains the column, and `body` cannot access the list.
    return column._withUnsafeGuaranteedRef {
      let changes = unsafeDowncast($0, to: UndoChanges<Change>.self)
      return body(&changes.all)
    }
  }

  /// Appends a change to the changes of its field.
  ///
  /// - Returns: The reference to the change.
  @_alwaysEmitIntoClient
  mutating func append<Change: UndoChange>(_ change: consuming Change, _ field: Int) -> UndoPart {
    var change = Optional(change)
    return access(field) { (changes: inout UndoPieces<Change>) in
      changes.append(change.take()!)
      return UndoPart(field, changes.end - 1)
    }
  }

  /// Removes and returns the last change of a field.
  @_alwaysEmitIntoClient
  mutating func popLast<Change: UndoChange>(_ field: Int) -> Change? {
    access(field) { $0.popLast() }
  }

  /// Adds a change to the newest step.
  ///
  /// If possible, the change is merged with the last change of the same field in the step. If the
  /// merged change `isEmpty`, it is removed. If there is no step, the change is ignored.
  ///
  /// - Returns: False if the step has no change any more.
  @_alwaysEmitIntoClient
  mutating func join<Change: UndoChange>(_ change: Change, _ field: Int) -> Bool {
    if records.isEmpty { return true }
    var isNothing = false
    let isOne =
      lastHas(field)
      && access(field) { (changes: inout UndoPieces<Change>) -> Bool in
        guard changes[changes.end - 1].append(change) else { return false }
        isNothing = changes[changes.end - 1].isEmpty
        if isNothing { _ = changes.popLast() }
        return true
      }
    if !isOne { addToLast(append(change, field)) }
    return isNothing ? removeFromLast(field) : true
  }

  @usableFromInline
  func lastHas(_ field: Int) -> Bool {
    records[records.end - 1].first?.field == field
      || records[records.end - 1].others?.contains { $0.field == field } == true
  }

  @usableFromInline
  mutating func addToLast(_ part: UndoPart) { withLast { $0.append(part) } }

  /// Removes the last part of the newest step that belongs to a field.
  ///
  /// - Returns: False if the step has no change any more.
  @usableFromInline
  mutating func removeFromLast(_ field: Int) -> Bool {
    withLast { $0.removeLast(of: field) }
    return records[records.end - 1].first != nil
  }
}

extension UndoSteps: Equatable {
  /// True if both lists have the same steps.
  ///
  /// Complexity: O(number of changed rows and values), or O(number of pieces) if one list is a copy
  /// of the other.
  @usableFromInline
  static func == (one: UndoSteps, other: UndoSteps) -> Bool {
    if one.count != other.count { return false }
    let isCopy =
      one.records.isCopy(of: other.records) && one.labels.isCopy(of: other.labels)
      && one.columns.elementsEqual(other.columns, by: ===)
    return isCopy
      || zip(one.records, other.records).allSatisfy { one.has($0, like: $1, of: other) }
  }

  /// True if a step is equal to a step of another list: the same number, time, label and changes,
  /// and both are open or both closed.
  func has(_ record: UndoRecord, like second: UndoRecord, of other: UndoSteps) -> Bool {
    let (parts, others) = (record.parts, second.parts)
    return record.number == second.number && record.time == second.time
      && record.isOpen == second.isOpen && label(of: record) == other.label(of: second)
      && parts.map(\.field) == others.map(\.field)
      && zip(parts, others).allSatisfy { change($0).isEqual(to: other.change($1)) }
  }
}
