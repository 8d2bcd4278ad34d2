// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

/// The entity of the tests of tables.
struct Row: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var name: String
  var tags: [Int] = []

  init(_ id: Int, _ name: String = "") {
    self.id = id
    self.name = name
  }
}

/// An entity that cannot be compared.
struct Opaque: Identifiable {
  var id: Int
  var name = ""
}

extension EntityTable {
  /// The violated invariants: repeated ids, a wrong index, rows that are out of order.
  ///
  /// Complexity: O(n).
  func invariantViolations() -> [String] {
    var wrong: [String] = []
    let (index, rows, log) = (storage.index, storage.rows, storage.log)
    if index.ids.array != rows.map(\.id) {
      wrong.append("ids \(index.ids.array) for \(rows.map(\.id))")
    }
    if rows.array.map(\.id) != rows.map(\.id) { wrong.append("the array of entities is stale") }
    if index.slots.count != rows.count { wrong.append("\(index.slots.count) slots in use") }
    if index.slotAtPosition.count != rows.count { wrong.append("slots by position") }
    for (position, row) in rows.enumerated() where index.position(of: row.id) != position {
      wrong.append("\(row.id) at \(position), index says \(index.position(of: row.id) ?? -1)")
    }
    for (position, slot) in index.slotAtPosition.enumerated()
    where index.position(of: slot) != position {
      wrong.append("slot \(slot) is not at \(position)")
    }
    let slots = Set(index.slots.values).union(index.freeSlots)
    if slots.count != index.numberOfSlot.count
      || slots.count != index.slots.count + index.freeSlots.count
    {
      wrong.append("slots are lost or used twice")
    }
    if let order = storage.order {
      for position in rows.indices.dropFirst()
      where order.precedes(rows[position], rows[position - 1]) {
        wrong.append("row \(position) is out of order")
      }
    }
    let stamps = log.ring.indices.reversed().map { log.entry(age: $0).stamp.number }
    if stamps != stamps.sorted() { wrong.append("stamps go back") }
    if log.ring.count > log.limit { wrong.append("the log is too long") }
    if (stamps.last ?? log.base.number) != log.current.number { wrong.append("current stamp") }
    return wrong
  }

  /// Where the rows, the ids and the slots are in memory.
  var addresses: [UInt] {
    func address<T>(_ array: SlidingArray<T>) -> UInt { UInt(bitPattern: array.buffer?.memory) }
    let index = storage.index
    return [
      address(storage.rows), address(index.ids), address(index.slotAtPosition),
      index.numberOfSlot.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) },
    ]
  }
}

/// Expects that a table violates no invariant.
func expectWhole<Entity>(
  _ table: EntityTable<Entity>, _ comment: Comment? = nil,
  location: SourceLocation = #_sourceLocation
) {
  #expect(table.invariantViolations() == [], comment, sourceLocation: location)
}
