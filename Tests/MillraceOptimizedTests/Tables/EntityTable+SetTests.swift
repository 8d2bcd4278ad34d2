// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableSetTests {
  private let start = [Row(1, "a"), Row(2, "b"), Row(3, "c")]

  @Test func oneIsAddedOrTakesThePlace() {
    var table = EntityTable(start)
    #expect(table.setOne(Row(2, "x")) == true)
    #expect(table.setOne(Row(4, "d")) == true)
    #expect(table.map(\.name) == ["a", "x", "c", "d"])
    expectWhole(table)
  }

  @Test func ofManyTheLastDuplicateStays() {
    var table = EntityTable(start)
    #expect(table.setMany([Row(2, "x"), Row(9, "y"), Row(2, "z"), Row(9, "w")]) == 4)
    #expect(table.ids == [1, 2, 3, 9])
    #expect(table.map(\.name) == ["a", "z", "c", "w"])
    expectWhole(table)
  }

  @Test func anEqualEntityIsNoChange() {
    var table = EntityTable(start)
    let (stamp, copy) = (table.stamp, table)
    #expect(table.setOne(start[1]) == false)
    #expect(table.setMany(start) == 0)
    #expect(table.setAll(start) == false)
    #expect(table.stamp == stamp)
    #expect(table.addresses == copy.addresses)
    #expect(table.setMany([start[0], Row(2, "x")]) == 1)
    #expect(table.changes(since: stamp)?.updated == [2])
  }

  @Test func entitiesThatCannotBeComparedAlwaysChange() {
    var table = EntityTable([Opaque(id: 1), Opaque(id: 2)])
    var stamp = table.stamp
    #expect(table.setOne(Opaque(id: 1)) == true)
    #expect(table.changes(since: stamp)?.updated == [1])
    stamp = table.stamp
    #expect(table.setMany([Opaque(id: 1), Opaque(id: 2)]) == 2)
    #expect(table.changes(since: stamp)?.updated == [1, 2])
    stamp = table.stamp
    #expect(table.setAll([Opaque(id: 2)]) == true)
    #expect(table.changes(since: stamp)?.updated == [2])
    #expect(table.changes(since: stamp)?.removed == [1])
  }

  @Test func allSaysWhatIsDifferent() {
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(table.setAll([Row(3, "c"), Row(1, "x"), Row(4, "d"), Row(4, "e")]) == true)
    #expect(table.map(\.name) == ["c", "x", "e"])
    let changes = table.changes(since: stamp)
    #expect(changes?.inserted == [4])
    #expect(changes?.removed == [2])
    #expect(changes?.updated == [1])
    #expect(changes?.orderChanged == true)
    expectWhole(table)
  }

  @Test func allKeepsTheRule() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    let stamp = table.stamp
    #expect(table.setAll([Row(3, "c"), Row(1, "a"), Row(0, "b")]) == true)
    #expect(table.ids == [1, 0, 3])
    #expect(table.changes(since: stamp)?.orderChanged == false)
    table.setAll([])
    #expect(table.isEmpty && table.order != nil)
    #expect(table.setAll([]) == false)
    expectWhole(table)
  }

  @Test func aSortedRowMovesOnlyWhenItMust() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    var stamp = table.stamp
    table.setOne(Row(2, "bb"))
    #expect(table.changes(since: stamp)?.orderChanged == false)
    table.setMany([Row(1, "aa"), Row(3, "cc")])
    #expect(table.changes(since: stamp)?.orderChanged == false)
    stamp = table.stamp
    table.setMany([Row(1, "z")])
    #expect(table.ids == [2, 3, 1])
    #expect(table.changes(since: stamp)?.orderChanged == true)
    expectWhole(table)
  }
}
