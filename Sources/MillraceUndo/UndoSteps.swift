// SPDX-License-Identifier: Apache-2.0

/// A change of one field, as the field made it.
///
/// It is an object, so that to hand a step on costs a reference. What joins another one to it
/// changes it, while it has one owner.
@usableFromInline
protocol UndoChange: AnyObject, Encodable, Sendable {
  func isEqual(to other: any UndoChange) -> Bool
}

/// What a step changed, one after the other; one change needs no array.
@usableFromInline
struct UndoParts: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    /// Which one of the state's fields.
    var field: Int
    var change: any UndoChange

    static func == (one: Part, other: Part) -> Bool {
      one.field == other.field && one.change.isEqual(to: other.change)
    }
  }

  private var first: Part?
  /// nil, and not empty, so that a copy has nothing to retain.
  private var others: [Part]?
  private(set) var count = 0

  @usableFromInline
  init() {}

  @usableFromInline var isEmpty: Bool { count == 0 }

  var all: [Part] { (first.map { [$0] } ?? []) + (others ?? []) }

  @usableFromInline
  mutating func append(_ field: Int, _ change: consuming any UndoChange) {
    append(Part(field: field, change: change))
  }

  mutating func append(_ part: consuming Part) {
    switch count {
    case 0: first = part
    case 1: others = [part]
    default: others?.append(part)
    }
    count += 1
  }

  /// Changes the last part of a field.
  ///
  /// - Returns: What the closure returns; false: there is no such part.
  mutating func withLast(of field: Int, _ body: (inout any UndoChange) -> Bool) -> Bool {
    if let place = others?.lastIndex(where: { $0.field == field }) {
      return body(&others![place].change)
    }
    return first?.field == field ? body(&first!.change) : false
  }

  /// Lets each part change itself, and those go for which the closure returns false.
  mutating func filter(inReverse: Bool, _ body: (inout Part) -> Bool) {
    if count == 0 { return }
    if count == 1 {
      if !body(&first!) { self = UndoParts() }
      return
    }
    var left: [Part] = []
    for var part in inReverse ? all.reversed() : all where body(&part) { left.append(part) }
    self = UndoParts()
    for part in inReverse ? left.reversed() : left { append(part) }
  }
}

/// What is said of a step that is about to be made; see ``UndoRole/step(_:by:group:within:at:)``.
@usableFromInline
struct UndoLabel {
  let title: String
  let person: String
  let group: String?
  let within: Duration?
  let time: Duration?

  @usableFromInline
  init(
    _ title: String, by person: String, group: String?, within: Duration?, at time: Duration?
  ) {
    (self.title, self.person, self.group) = (title, person, group)
    (self.within, self.time) = (within, time)
  }
}

/// One step, as a history keeps it.
struct UndoRecord: Equatable, Sendable {
  var number: Int
  var title: String
  var group: String?
  var time: Duration?
  /// Whether later actions may become part of it.
  var isOpen = true
  var parts: UndoParts
}

/// Steps, oldest first, in pieces: a copy that is held makes no change copy more than one piece.
struct UndoSteps: Equatable, Sendable {
  private static let size = 64

  private var pieces: [[UndoRecord]] = []
  /// How many steps of the first piece have gone; what is left there in their place is empty.
  private var gone = 0
  private(set) var count = 0

  /// The newest one.
  var last: UndoRecord? { pieces.last?.last }

  /// The number of the newest one.
  ///
  /// Complexity: O(1), and nothing of the step is copied.
  var lastNumber: Int? {
    count == 0 ? nil : pieces[pieces.count - 1][pieces[pieces.count - 1].count - 1].number
  }

  var all: some Sequence<UndoRecord> { pieces.joined().dropFirst(gone) }

  init(_ records: some Sequence<UndoRecord> = EmptyCollection()) {
    for record in records { append(record) }
  }

  /// Complexity: O(1).
  mutating func append(_ record: consuming UndoRecord) {
    if pieces.isEmpty {
      pieces.append([])
    } else if pieces[pieces.count - 1].count == Self.size {
      var piece: [UndoRecord] = []
      piece.reserveCapacity(Self.size)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(record)
    count += 1
  }

  /// Complexity: O(1).
  mutating func popLast() -> UndoRecord? {
    guard count > 0 else { return nil }
    let record = pieces[pieces.count - 1].removeLast()
    count -= 1
    if pieces[pieces.count - 1].isEmpty || count == 0 { pieces.removeLast() }
    if count == 0 { gone = 0 }
    return record
  }

  /// Lets the oldest one go.
  ///
  /// Complexity: O(1) but for a piece and the number of pieces, once in a piece.
  ///
  /// - Returns: Its number.
  mutating func removeFirst() -> Int {
    let number = pieces[0][gone].number
    pieces[0][gone] = UndoRecord(number: 0, title: "", parts: UndoParts())
    gone += 1
    count -= 1
    if gone == pieces[0].count {
      pieces.removeFirst()
      gone = 0
    }
    return number
  }

  /// Changes the newest one in place.
  mutating func withLast(_ change: (inout UndoRecord) -> Void) {
    guard count > 0 else { return }
    change(&pieces[pieces.count - 1][pieces[pieces.count - 1].count - 1])
  }

  /// Where the newest step is: another place is a copy of its piece.
  var address: UnsafeRawPointer? {
    pieces.last?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  static func == (one: UndoSteps, other: UndoSteps) -> Bool {
    one.count == other.count
      && (one.gone == other.gone && one.pieces == other.pieces
        || one.all.elementsEqual(other.all))
  }
}
