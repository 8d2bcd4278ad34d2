// SPDX-License-Identifier: Apache-2.0

/// The position of each id of a table.
///
/// An id keeps its slot for as long as it is there; what moves when rows shift are flat arrays, so
/// that no other id is looked up. (`slots` itself may hash ids that lie next to one that goes, and
/// all of them when it grows.) A slot that is free is used again by the next insertion.
///
/// The number of a slot is the position of its row plus `firstNumber`. When the rows before a
/// removed one move up, `firstNumber` rises by one and the rows behind keep their numbers.
@usableFromInline
struct EntityIndex<ID: Hashable> {
  @usableFromInline typealias Slot = UInt32

  @usableFromInline var ids = SlidingArray<ID>()
  @usableFromInline var slots: [ID: Slot] = [:]
  /// The number of the first row.
  ///
  /// Numbers begin again at zero after the largest.
  @usableFromInline var firstNumber: UInt32 = 0
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

  @_alwaysEmitIntoClient
  func number(at position: Int) -> UInt32 {
    firstNumber &+ UInt32(truncatingIfNeeded: position)
  }

  /// Gives a new id the place after the last.
  ///
  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
  mutating func append(_ id: ID) {
    let number = number(at: ids.count)
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

  /// Takes out an id and closes the gap.
  ///
  /// Complexity: O(distance to the nearer end) moves and numbers.
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

  /// Gives the row of an id another id, which must be new.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func rename(_ id: ID, to newID: ID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    slots[newID] = slot
    ids[position(of: slot)] = newID
  }

  /// Stores an id as its row spells it: equal ids may have different bytes, as "é" in one or two
  /// scalars.
  ///
  /// Complexity: O(1), and nothing is written if it is spelled so.
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

  /// Puts the rows at these positions in this order; see `SlidingArray.arrange(_:from:)`.
  ///
  /// Complexity: O(number of positions).
  @_alwaysEmitIntoClient
  mutating func arrange(_ positions: [Int], from start: Int = 0) {
    ids.arrange(positions, from: start)
    slotAtPosition.arrange(positions, from: start)
    renumber(start..<start + positions.count)
  }

  /// Closes the gaps of the ids that were given up with `forget(_:)`.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  mutating func removeAll(at isLeaving: [Bool]) {
    ids.removeAll(at: isLeaving)
    slotAtPosition.removeAll(at: isLeaving)
    renumber(0..<slotAtPosition.count)
  }

  /// Takes out an id and leaves its position to `removeAll(at:)`.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func forget(_ id: ID) {
    if let slot = slots.removeValue(forKey: id) { freeSlots.append(slot) }
  }

  @_alwaysEmitIntoClient
  mutating func renumber(_ positions: Range<Int>) {
    let (slots, firstNumber) = (slotAtPosition, firstNumber)
    numberOfSlot.withUnsafeMutableBufferPointer { numbers in
      _ = slots.withContiguousStorageIfAvailable { slots in
        for position in positions {
          numbers[Int(slots[position])] = firstNumber &+ UInt32(truncatingIfNeeded: position)
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
