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

extension Array {
  /// Takes out one element and puts it elsewhere; others keep their order.
  ///
  /// Complexity: O(distance), in place.
  @inlinable
  mutating func moveElement(from source: Int, to target: Int) {
    withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      let element = (base + source).move()
      if source < target {
        (base + source).moveInitialize(from: base + source + 1, count: target - source)
      } else {
        (base + target + 1).moveInitialize(from: base + target, count: source - target)
      }
      (base + target).initialize(to: element)
    }
  }
}
