// SPDX-License-Identifier: Apache-2.0

/// What a step changed of one field.
@usableFromInline
protocol UndoChange: Equatable, Codable {
  /// Adds a later change to this one, if the two can be one change; returns whether they can.
  mutating func append(_ later: Self) -> Bool
  /// Whether it leaves everything as it was before.
  var isEmpty: Bool { get }
}

extension UndoChange {
  func isEqual(to other: any UndoChange) -> Bool { self == other as? Self }
}

/// Where a change of a step is.
@usableFromInline
struct UndoPart: Sendable {
  /// Which one of the state's fields.
  @usableFromInline var field: Int
  /// Its number among the changes of that field.
  @usableFromInline var number: Int

  @_alwaysEmitIntoClient
  init(_ field: Int, _ number: Int) {
    (self.field, self.number) = (field, number)
  }
}

/// The title and the group of a step; neighbouring steps with the same ones share it.
@usableFromInline
struct UndoLabel: Equatable, Sendable {
  @usableFromInline var title: String
  @usableFromInline var group: String?

  @usableFromInline
  init(_ title: String, group: String?) {
    (self.title, self.group) = (title, group)
  }
}

/// One step, as a history keeps it.
@usableFromInline
struct UndoRecord: Sendable {
  var number: Int
  /// The number of its label.
  var label = 0
  var time: Duration?
  /// Whether later actions may become part of it.
  var isOpen = true
  /// Its first change; nil if nothing is left of the step.
  var first: UndoPart?
  /// Its further changes; nil, and not empty, so that there is nothing to retain.
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

  /// Removes its last part of a field.
  mutating func removeLast(of field: Int) {
    var parts = self.parts
    if let place = parts.lastIndex(where: { $0.field == field }) { parts.remove(at: place) }
    (first, others) = (nil, nil)
    for part in parts { append(part) }
  }

  /// Replaces each part by what `body` makes of it, the last one first; nil removes the part.
  @usableFromInline
  mutating func turn(_ body: (_ field: Int) -> UndoPart?) {
    let (first, others) = (first, others)
    (self.first, self.others) = (nil, nil)
    for part in others?.reversed() ?? [] { body(part.field).map { append($0) } }
    if let first { body(first.field).map { append($0) } }
  }
}

/// The changes of one field, in the order of the steps.
// Sound: it changes while one list of steps holds it alone, and what fields take can be sent.
@usableFromInline
class UndoColumn: @unchecked Sendable {
  var copy: UndoColumn { fatalError("abstract") }
  func change(_ number: Int) -> any UndoChange { fatalError("abstract") }
  /// Releases the changes before a number.
  func forget(before number: Int) { fatalError("abstract") }
}

// Sound: as above.
@usableFromInline
final class UndoChanges<Change: UndoChange>: UndoColumn, @unchecked Sendable {
  // Exclusive: a list of steps holds it alone while it changes.
  @usableFromInline @exclusivity(unchecked) var all = UndoPieces<Change>()

  @usableFromInline
  init(_ all: UndoPieces<Change> = UndoPieces()) {
    self.all = all
  }

  override var copy: UndoColumn { UndoChanges(all) }

  override func change(_ number: Int) -> any UndoChange { all[number] }

  /// Complexity: O(number of pieces), once in a piece; otherwise O(1).
  override func forget(before number: Int) {
    all.removeAll(before: number)
    if all.count > 0 { return }
    // The field may never change again: its pieces would not be reused.
    all.pieces = []
    all.base = all.end
  }
}

/// Steps, oldest first, and what they changed.
@usableFromInline
struct UndoSteps: Sendable {
  @usableFromInline var records = UndoPieces<UndoRecord>()
  var labels = UndoPieces<UndoLabel>()
  /// The changes of each field; the newest step has the last ones.
  @usableFromInline var columns: [UndoColumn?] = []

  var count: Int { records.count }

  /// The number of the newest one.
  var lastNumber: Int? { records.count == 0 ? nil : records[records.end - 1].number }

  func label(of record: UndoRecord) -> UndoLabel { labels[record.label] }

  /// The title of the newest one.
  var lastTitle: String? { records.isEmpty ? nil : labels[records[records.end - 1].label].title }

  /// Appends a step; a title and a group like those of the step before take no memory.
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

  /// Removes the newest step, but not its changes.
  mutating func popLast() -> (record: UndoRecord, label: UndoLabel)? {
    guard let record = records.popLast() else { return nil }
    let label = labels[record.label]
    let isUsed = count > 0 && records[records.end - 1].label == record.label
    if !isUsed { _ = labels.popLast() }
    return (record, label)
  }

  /// Changes the newest one in place.
  mutating func withLast(_ change: (inout UndoRecord) -> Void) {
    if count > 0 { change(&records[records.end - 1]) }
  }

  /// Removes the oldest step; its changes are released with the last step of its piece.
  ///
  /// Complexity: O(size of a piece + number of pieces), once in a piece; otherwise O(1).
  ///
  /// - Returns: Its number.
  mutating func removeFirst() -> Int {
    let number = records[records.start].number
    if records.count == 1 || records.isLastOfPiece(records.start) { trim() }
    records.removeFirst()
    return number
  }

  /// Releases the changes of the steps of the first piece.
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

  /// Makes this list the only one that holds a column.
  @usableFromInline
  mutating func makeUnique(_ field: Int) {
    while columns.count <= field { columns.append(nil) }
    if !isKnownUniquelyReferenced(&columns[field]) { columns[field] = columns[field]?.copy }
  }

  /// Reads or changes the changes of a field.
  @_alwaysEmitIntoClient @inline(__always)
  mutating func access<Change: UndoChange, Result>(
    _ field: Int, _ body: (inout UndoPieces<Change>) -> Result
  ) -> Result {
    if field >= columns.count || !isKnownUniquelyReferenced(&columns[field]) {
      makeUnique(field)
      if columns[field] == nil { columns[field] = UndoChanges<Change>() }
    }
    let column = Unmanaged.passUnretained(columns[field].unsafelyUnwrapped)
    // Sound: the list keeps it, and the body has no way to the list.
    return column._withUnsafeGuaranteedRef {
      let changes = unsafeDowncast($0, to: UndoChanges<Change>.self)
      return body(&changes.all)
    }
  }

  /// Appends a change to the others of its field.
  ///
  /// - Returns: Where it is.
  @_alwaysEmitIntoClient
  mutating func append<Change: UndoChange>(_ change: consuming Change, _ field: Int) -> UndoPart {
    var change = Optional(change)
    return access(field) { (changes: inout UndoPieces<Change>) in
      changes.append(change.take()!)
      return UndoPart(field, changes.end - 1)
    }
  }

  /// Takes out the last change of a field.
  @_alwaysEmitIntoClient
  mutating func popLast<Change: UndoChange>(_ field: Int) -> Change? {
    access(field) { $0.popLast() }
  }

  /// Adds a change to the newest step.
  ///
  /// It is joined to the last change that the step has of the field, if the two can be one change.
  /// That is removed if it then leaves everything as it was before.
  ///
  /// - Returns: Whether something is left of the step.
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

  /// Removes the last part that the newest step has of a field.
  ///
  /// - Returns: Whether something is left of the step.
  @usableFromInline
  mutating func removeFromLast(_ field: Int) -> Bool {
    withLast { $0.removeLast(of: field) }
    return records[records.end - 1].first != nil
  }
}

extension UndoSteps: Equatable {
  /// Whether both have the same steps.
  ///
  /// Complexity: O(n); O(number of pieces) for copies of one another.
  @usableFromInline
  static func == (one: UndoSteps, other: UndoSteps) -> Bool {
    if one.count != other.count { return false }
    let isCopy =
      one.records.isCopy(of: other.records) && one.labels.isCopy(of: other.labels)
      && one.columns.elementsEqual(other.columns, by: ===)
    return isCopy
      || zip(one.records, other.records).allSatisfy { one.has($0, like: $1, of: other) }
  }

  /// Whether a step has the same label and the same changes as one of another list.
  func has(_ record: UndoRecord, like second: UndoRecord, of other: UndoSteps) -> Bool {
    let (parts, others) = (record.parts, second.parts)
    return record.number == second.number && record.time == second.time
      && record.isOpen == second.isOpen && label(of: record) == other.label(of: second)
      && parts.map(\.field) == others.map(\.field)
      && zip(parts, others).allSatisfy { change($0).isEqual(to: other.change($1)) }
  }
}
