// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityStorageTests {
  private final class Person: Identifiable {
    var id: Int
    init(_ id: Int) { self.id = id }
  }

  @Test func aChangeOfACopyCopiesOnlyWhatItChanges() {
    let old = EntityTable((0..<1_000).map { Row($0) })
    var new = old
    new.updateOne(7) { $0.name = "x" }
    #expect(new.addresses[0] != old.addresses[0])
    #expect(new.addresses.dropFirst() == old.addresses.dropFirst())
    #expect(old[id: 7]?.name == "")
    expectWhole(old)
    expectWhole(new)
  }

  @Test func aRowThatTakesAnIdOfABeforeMovesUp() {
    let storage = EntityStorage<Row>(order: nil)
    for id in 1...3 { storage.append(Row(id), id, .next()) }
    storage.rows[2].id = 1
    #expect(storage.rename(3, at: 2, .next()) == 1)
    #expect(storage.index.ids.array == [2, 1])
    storage.rows[0].id = 5
    #expect(storage.rename(2, at: 0, .next()) == 0)
    #expect(storage.index.ids.array == [5, 1])
  }

  @Test func objectsWhoseIdChangesBehindItsBackBreakNothing() {
    let people = (1...4).map { Person($0) }
    var table = EntityTable(people)
    people[0].id = 2
    people[3].id = 9
    #expect(table.contains(id: 1) && table.contains(id: 4) && !table.contains(id: 9))
    #expect(table.removeOne(4) === people[3])
    #expect(table.removeAll { $0.id == 2 } == 2)
    #expect(table.ids == [3])
    people[2].id = 8
    // A write to the row updates the ids of the table.
    table.updateOne(3) { _ in }
    #expect(table.ids == [8])
    table[id: 8] = nil
    #expect(table.isEmpty)
    expectWhole(table)
  }
}
