// SPDX-License-Identifier: Apache-2.0

/// Where each id of a table stands.
///
/// An id keeps its slot for as long as it is there; what moves when rows shift are flat arrays, so
/// that no id is hashed again. A slot that is free is used again by the next insertion.
@usableFromInline
struct EntityIndex<ID: Hashable> {
  @usableFromInline typealias Slot = UInt32

  @usableFromInline var ids: [ID] = []
  @usableFromInline var slots: [ID: Slot] = [:]
  @usableFromInline var positionOfSlot: [UInt32] = []
  @usableFromInline var slotAtPosition: [Slot] = []
  @usableFromInline var freeSlots: [Slot] = []

  @inlinable
  init() {}

  /// Complexity: O(1).
  @inlinable
  func position(of id: ID) -> Int? {
    guard let slot = slots[id] else { return nil }
    return Int(positionOfSlot[Int(slot)])
  }

  /// Gives a new id the place after the last.
  ///
  /// Complexity: amortized O(1).
  @inlinable
  mutating func append(_ id: ID) {
    let position = UInt32(ids.count)
    let slot: Slot
    if let free = freeSlots.popLast() {
      slot = free
      positionOfSlot[Int(slot)] = position
    } else {
      slot = Slot(positionOfSlot.count)
      positionOfSlot.append(position)
    }
    slotAtPosition.append(slot)
    slots[id] = slot
    ids.append(id)
  }

  /// Takes out an id and closes the gap.
  ///
  /// Complexity: O(n) moves of numbers behind the position.
  @inlinable
  mutating func remove(_ id: ID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    let position = Int(positionOfSlot[Int(slot)])
    ids.remove(at: position)
    slotAtPosition.remove(at: position)
    freeSlots.append(slot)
    renumber(position..<slotAtPosition.count)
  }

  /// Moves one row.
  ///
  /// Complexity: O(distance).
  @inlinable
  mutating func move(from source: Int, to target: Int) {
    ids.moveElement(from: source, to: target)
    slotAtPosition.moveElement(from: source, to: target)
    renumber(Swift.min(source, target)..<Swift.max(source, target) + 1)
  }

  /// Gives the row of an id another id, which must be new.
  ///
  /// Complexity: O(1).
  @inlinable
  mutating func rename(_ id: ID, to newID: ID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    slots[newID] = slot
    ids[Int(positionOfSlot[Int(slot)])] = newID
  }

  /// Has an id spelled as its row spells it: equal ids may differ, as "é" in one or two scalars.
  ///
  /// Complexity: O(1), and nothing is written if it is spelled so.
  @inlinable
  mutating func respell(_ id: ID, at position: Int) {
    if isSpelledAlike(ids[position], id) { return }
    ids[position] = id
  }

  @inlinable
  func isSpelledAlike(_ one: ID, _ other: ID) -> Bool {
    if hasSameBytes(one, other) { return true }
    guard let one = one as? String, let other = other as? String else { return false }
    return one.utf8.elementsEqual(other.utf8)
  }

  /// Moves several rows; see `Array.moveElements(_:)`.
  ///
  /// Complexity: O(n).
  @inlinable
  mutating func move(_ moves: ElementMoves) {
    ids.moveElements(moves)
    slotAtPosition.moveElements(moves)
    renumber(Swift.min(moves.sources.first ?? 0, moves.gaps.first ?? 0)..<slotAtPosition.count)
  }

  /// Puts the rows at these positions, in this order, and drops the others.
  ///
  /// Complexity: O(n).
  ///
  /// The ids that go must have been given up with `forget(_:)`.
  @inlinable
  mutating func arrange(_ positions: [Int]) {
    ids = positions.map { ids[$0] }
    slotAtPosition = positions.map { slotAtPosition[$0] }
    renumber(0..<slotAtPosition.count)
  }

  /// Takes out an id and leaves its position to `arrange(_:)`.
  ///
  /// Complexity: O(1).
  @inlinable
  mutating func forget(_ id: ID) {
    if let slot = slots.removeValue(forKey: id) { freeSlots.append(slot) }
  }

  @inlinable
  mutating func renumber(_ positions: Range<Int>) {
    for position in positions {
      positionOfSlot[Int(slotAtPosition[position])] = UInt32(truncatingIfNeeded: position)
    }
  }

  @inlinable
  mutating func removeAll(keepingCapacity: Bool) {
    ids.removeAll(keepingCapacity: keepingCapacity)
    slots.removeAll(keepingCapacity: keepingCapacity)
    positionOfSlot.removeAll(keepingCapacity: keepingCapacity)
    slotAtPosition.removeAll(keepingCapacity: keepingCapacity)
    freeSlots.removeAll(keepingCapacity: keepingCapacity)
  }
}
