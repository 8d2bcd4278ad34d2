// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableAddTests {
  @Test func anIdThatIsThereIsIgnored() {
    var table = EntityTable([Row(1, "old")])
    let stamp = table.stamp
    #expect(table.addOne(Row(1, "new")) == false)
    #expect(table[0].name == "old")
    #expect(table.stamp == stamp)
    #expect(table.addOne(Row(2, "two")) == true)
    #expect(table.ids == [1, 2])
    expectWhole(table)
  }

  @Test func ofManyTheFirstDuplicateWins() {
    var table = EntityTable([Row(1, "old")])
    #expect(table.addMany([Row(1, "x"), Row(2, "a"), Row(2, "b"), Row(3)]) == 2)
    #expect(table.map(\.name) == ["old", "a", ""])
    #expect(EntityTable([Row(5, "a"), Row(5, "b")]).map(\.name) == ["a"])
    expectWhole(table)
  }

  @Test func manyThatAreAllThereChangeNothing() {
    var table = EntityTable([Row(1), Row(2)])
    let (stamp, addresses) = (table.stamp, table.addresses)
    #expect(table.addMany([Row(2, "x"), Row(1, "y")]) == 0)
    #expect(table.addMany([]) == 0)
    #expect(table.stamp == stamp)
    #expect(table.addresses == addresses)
  }

  @Test func aSortedTablePutsEqualsBehindEachOther() {
    var table = EntityTable([Row(1, "b"), Row(2, "a"), Row(3, "b")], sortedBy: EntityOrder(\.name))
    #expect(table.ids == [2, 1, 3])
    let stamp = table.stamp
    table.addOne(Row(4, "a"))
    #expect(table.ids == [2, 4, 1, 3])
    table.addMany([Row(5, "b"), Row(6, "a")])
    #expect(table.ids == [2, 4, 6, 1, 3, 5])
    // New rows among the old ones leave these in their order.
    #expect(table.changes(since: stamp)?.orderChanged == false)
    #expect(table.changes(since: stamp)?.inserted == [4, 5, 6])
    expectWhole(table)
  }

  @Test func aRemovedRowComesBackWhereItWas() {
    let before = EntityTable([Row(1), Row(2), Row(3), Row(4)])
    for id in 1...4 {
      var table = before
      let position = table.index(of: id)
      let row = table.removeOne(id)
      let stamp = table.stamp
      if let row, let position { #expect(table.addOne(row, at: position) == true) }
      #expect(table == before)
      expectWhole(table)
      // This is one insertion: neither the other rows nor their order have changed.
      let changes = table.changes(since: stamp)
      #expect(changes?.count == 1 && changes?.inserted == [id])
      #expect(changes?.orderChanged == false)
    }
  }

  @Test func aPositionOutsideMeansTheNearerEnd() {
    var table = EntityTable([Row(1), Row(2)])
    table.addOne(Row(3), at: 99)
    table.addOne(Row(4), at: -1)
    #expect(table.ids == [4, 1, 2, 3])
    var empty = EntityTable<Row>()
    empty.addOne(Row(1), at: 5)
    #expect(empty.ids == [1])
    expectWhole(table)
    expectWhole(empty)
  }

  @Test func anIdThatIsThereKeepsItsPosition() {
    var table = EntityTable([Row(1, "old"), Row(2)])
    let stamp = table.stamp
    #expect(table.addOne(Row(1, "new"), at: 1) == false)
    #expect(table.ids == [1, 2] && table[0].name == "old" && table.stamp == stamp)
  }

  @Test func aSortedTablePutsARowWhereItsRuleSays() {
    var table = EntityTable([Row(1, "a"), Row(2, "c")], sortedBy: \.name)
    table.addOne(Row(3, "b"), at: 0)
    #expect(table.ids == [1, 3, 2])
    expectWhole(table)
  }

  @Test func whatIsRemovedAndAddedAgainIsInBothVersions() {
    var table = EntityTable([Row(1), Row(2), Row(3)])
    let copy = table
    let row = table.removeOne(2)
    if let row { table.addOne(row, at: 1) }
    #expect(copy.ids == [1, 2, 3] && table.ids == [1, 2, 3])
    #expect(table.changes(since: copy.stamp)?.membershipChanged == false)
  }
}
