// SPDX-License-Identifier: Apache-2.0

/// A change of one field, as the field made it.
@usableFromInline
protocol UndoChange: Encodable, Sendable {
  func isEqual(to other: any UndoChange) -> Bool
}

/// One step, as a history keeps it.
struct UndoRecord: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    var field: String
    var change: any UndoChange

    static func == (one: Part, other: Part) -> Bool {
      one.field == other.field && one.change.isEqual(to: other.change)
    }
  }

  var number: Int
  var title: String
  var group: String?
  var time: Duration?
  /// Whether later actions may become part of it.
  var isOpen = true
  /// What it changed, one after the other.
  var parts: [Part]
}

/// Steps, oldest first, in pieces: a copy that is held makes no change copy more than one piece.
struct UndoSteps: Equatable, Sendable {
  private static let size = 64

  private var pieces: [[UndoRecord]] = []
  private(set) var count = 0

  /// The newest one.
  var last: UndoRecord? { pieces.last?.last }

  var all: some Sequence<UndoRecord> { pieces.joined() }

  init(_ records: some Sequence<UndoRecord> = EmptyCollection()) {
    for record in records { append(record) }
  }

  /// Complexity: O(1).
  mutating func append(_ record: UndoRecord) {
    if pieces.last.map({ $0.count < Self.size }) != true { pieces.append([]) }
    pieces[pieces.count - 1].append(record)
    count += 1
  }

  /// Complexity: O(1).
  mutating func popLast() -> UndoRecord? {
    guard count > 0 else { return nil }
    let record = pieces[pieces.count - 1].removeLast()
    if pieces[pieces.count - 1].isEmpty { pieces.removeLast() }
    count -= 1
    return record
  }

  /// Complexity: O(1) but for a piece and the number of pieces.
  mutating func removeFirst() -> UndoRecord {
    let record = pieces[0].removeFirst()
    if pieces[0].isEmpty { pieces.removeFirst() }
    count -= 1
    return record
  }

  /// Changes the newest one in place.
  mutating func withLast(_ change: (inout UndoRecord) -> Void) {
    guard count > 0 else { return }
    change(&pieces[pieces.count - 1][pieces[pieces.count - 1].count - 1])
  }

  static func == (one: UndoSteps, other: UndoSteps) -> Bool {
    one.count == other.count
      && (one.pieces == other.pieces || one.all.elementsEqual(other.all))
  }
}
