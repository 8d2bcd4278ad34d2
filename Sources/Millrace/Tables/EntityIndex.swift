// SPDX-License-Identifier: Apache-2.0

/// The position of each id of a table.
///
/// An id has the same slot while it is in the index; an insertion reuses the slot of a removed id,
/// if there is one. A table with 2³² rows has no slot for another one, which stops the program.
/// When rows move, the index only changes arrays and looks up no other id. (The dictionary `slots`
/// itself can hash neighbours of an id that is removed, and hashes all ids when it grows.)
///
/// The number of a slot is the position of its row plus `firstNumber`, modulo 2³². When the rows in
/// front of a removed row move by one, `firstNumber` is incremented, and the rows behind the
/// removed row keep their numbers.
@usableFromInline
struct EntityIndex<ID: Hashable> {
  @usableFromInline typealias Slot = UInt32

  @usableFromInline var ids = SlidingArray<ID>()
  @usableFromInline var slots: [ID: Slot] = [:]
  /// The number of the slot of the first row.
  @usableFromInline var firstNumber: UInt32 = 0
  /// The number of each slot, from which its position is computed.
  @usableFromInline var numberOfSlot: [UInt32] = []
  @usableFromInline var slotAtPosition = SlidingArray<Slot>()
  @usableFromInline var freeSlots: [Slot] = []

  @_alwaysEmitIntoClient
  init() {}

  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  func position(of id: ID) -> Int? {
    guard let slot = slots[id] else { return nil }
    return position(of: slot)
  }

  @_alwaysEmitIntoClient
  func position(of slot: Slot) -> Int {
    Int(numberOfSlot[Int(slot)] &- firstNumber)
  }

  /// Adds a new id at the end.
  ///
  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
  mutating func append(_ id: ID) {
    let number = firstNumber &+ UInt32(truncatingIfNeeded: ids.count)
    let slot: Slot
    if let free = freeSlots.popLast() {
      slot = free
      numberOfSlot[Int(slot)] = number
    } else {
      slot = Slot(numberOfSlot.count)
      numberOfSlot.append(number)
    }
    slotAtPosition.append(slot)
    slots[id] = slot
    ids.append(id)
  }

  /// Removes an id and closes the gap.
  ///
  /// Complexity: O(distance to the nearer end): moves of ids and slots, and new numbers.
  @_alwaysEmitIntoClient
  mutating func remove(_ id: ID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    let position = position(of: slot)
    let closesFromFront = ids.closesFromFront(position)
    ids.remove(at: position)
    slotAtPosition.remove(at: position)
    freeSlots.append(slot)
    if closesFromFront { firstNumber &+= 1 }
    renumber(closesFromFront ? 0..<position : position..<slotAtPosition.count)
  }

  /// Moves one row.
  ///
  /// Complexity: O(distance).
  @_alwaysEmitIntoClient
  mutating func move(from source: Int, to target: Int) {
    ids.moveElement(from: source, to: target)
    slotAtPosition.moveElement(from: source, to: target)
    renumber(Swift.min(source, target)..<Swift.max(source, target) + 1)
  }

  /// Gives the row of an id another id, which must not be in the table.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func rename(_ id: ID, to newID: ID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    slots[newID] = slot
    ids[position(of: slot)] = newID
  }

  /// Replaces the id of a row with an equal one, if their bytes differ.
  ///
  /// For example, the string "é" is one or two Unicode scalars. The bytes of a `String` are its
  /// UTF-8 text, those of any other id its memory. Structs with equal long strings therefore differ
  /// if the strings do not share their storage.
  ///
  /// Complexity: O(1). Nothing is written if the bytes are the same.
  @_alwaysEmitIntoClient
  mutating func respell(_ id: ID, at position: Int) {
    if isSpelledAlike(ids[position], id) { return }
    ids[position] = id
  }

  @_alwaysEmitIntoClient
  func isSpelledAlike(_ one: ID, _ other: ID) -> Bool {
    if hasSameBytes(one, other) { return true }
    guard let one = one as? String, let other = other as? String else { return false }
    return one.utf8.elementsEqual(other.utf8)
  }

  /// Reorders the rows; see `SlidingArray.arrange(_:from:)`.
  ///
  /// Complexity: O(number of positions).
  @_alwaysEmitIntoClient
  mutating func arrange(_ positions: [Int], from start: Int = 0) {
    ids.arrange(positions, from: start)
    slotAtPosition.arrange(positions, from: start)
    renumber(start..<start + positions.count)
  }

  /// Closes the gaps of the ids that were removed with `removeLeavingGap(_:)`.
  ///
  /// `isLeaving` has a value for each position, gaps included. It is true at the gaps.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  mutating func removeAll(at isLeaving: [Bool]) {
    ids.removeAll(at: isLeaving)
    slotAtPosition.removeAll(at: isLeaving)
    renumber(0..<slotAtPosition.count)
  }

  /// Removes an id, but leaves a gap at its position.
  ///
  /// `removeAll(at:)` must close the gap before any other change.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func removeLeavingGap(_ id: ID) {
    if let slot = slots.removeValue(forKey: id) { freeSlots.append(slot) }
  }

  /// Updates the numbers of the slots at these positions.
  @_alwaysEmitIntoClient
  mutating func renumber(_ positions: Range<Int>) {
    let (ordered, firstNumber) = (slotAtPosition, firstNumber)
    numberOfSlot.withUnsafeMutableBufferPointer { numbers in
      _ = ordered.withContiguousStorageIfAvailable { ordered in
        for position in positions {
          numbers[Int(ordered[position])] = firstNumber &+ UInt32(truncatingIfNeeded: position)
        }
      }
    }
  }

  @_alwaysEmitIntoClient
  mutating func removeAll(keepingCapacity: Bool) {
    ids.removeAll(keepingCapacity: keepingCapacity)
    slots.removeAll(keepingCapacity: keepingCapacity)
    numberOfSlot.removeAll(keepingCapacity: keepingCapacity)
    slotAtPosition.removeAll(keepingCapacity: keepingCapacity)
    freeSlots.removeAll(keepingCapacity: keepingCapacity)
  }
}
