// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

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
}
