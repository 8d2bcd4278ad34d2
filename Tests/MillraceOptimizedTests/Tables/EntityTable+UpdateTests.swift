// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableUpdateTests {
  private struct Refused: Error {}
  private let start = [Row(1, "a"), Row(2, "b"), Row(3, "c")]

  @Test func aMissingIdIsPassedOver() {
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(table.updateOne(9) { $0.name = "x" } == false)
    #expect(table.updateMany([8, 9]) { $0.name = "x" } == 0)
    #expect(table.stamp == stamp)
    #expect(table.elementsEqual(start))
  }

  @Test func oneAndManyAreChanged() {
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(table.updateOne(2) { $0.name = "x" } == true)
    #expect(table.updateMany([3, 9, 1]) { $0.name += "!" } == 2)
    #expect(table.map(\.name) == ["a!", "x", "c!"])
    #expect(table.changes(since: stamp)?.map(\.id) == [2, 3, 1])
    #expect(table.changes(since: stamp)?.membershipChanged == false)
    expectWhole(table)
  }

  @Test func aNewIdStaysInTheRow() {
    var table = EntityTable(start)
    let stamp = table.stamp
    table.updateOne(2) { $0.id = 7 }
    #expect(table.ids == [1, 7, 3])
    #expect(table[id: 2] == nil)
    #expect(table[id: 7]?.name == "b")
    #expect(table.changes(since: stamp)?.inserted == [7])
    #expect(table.changes(since: stamp)?.removed == [2])
    #expect(table.changes(since: stamp)?.orderChanged == false)
    expectWhole(table)
  }

  @Test(arguments: [(1, 3, [3, 2], "a"), (3, 1, [2, 1], "c"), (2, 3, [1, 3], "b")])
  func anIdThatIsTakenReplacesTheOther(id: Int, newID: Int, ids: [Int], name: String) {
    for order in [nil, EntityOrder(\Row.name)] {
      var table = EntityTable(start, sortedBy: order)
      let stamp = table.stamp
      table.updateOne(id) { $0.id = newID }
      #expect(table.ids == ids)
      #expect(table[id: newID]?.name == name)
      #expect(table.changes(since: stamp)?.removed == [id])
      #expect(table.changes(since: stamp)?.updated == [newID])
      #expect(table.changes(since: stamp)?.orderChanged == true)
      expectWhole(table)
    }
  }

  @Test func whatWasChangedBeforeAThrowStaysAndIsNoted() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    let stamp = table.stamp
    #expect(throws: Refused.self) {
      try table.updateOne(1) { row throws(Refused) in
        row.name = "z"
        throw Refused()
      }
    }
    #expect(table.ids == [2, 3, 1])
    #expect(throws: Refused.self) {
      try table.updateMany([2, 3, 1]) { row throws(Refused) in
        if row.id == 1 { throw Refused() }
        row.name = "zz\(9 - row.id)"
      }
    }
    #expect(table.ids == [1, 3, 2])
    #expect(table.changes(since: stamp)?.updated == [1, 2, 3])
    expectWhole(table)
  }

  @Test func aSortedTableKeepsItsOrderUnlessTheKeyAsksForAnother() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    var stamp = table.stamp
    let ids = table.addresses[1]
    table.updateOne(2) { $0.name = "bb" }
    table.updateMany([1, 2, 3]) { $0.tags = [1] }
    #expect(table.changes(since: stamp)?.orderChanged == false)
    #expect(table.addresses[1] == ids)
    stamp = table.stamp
    table.updateOne(1) { $0.name = "bz" }
    #expect(table.ids == [2, 1, 3])
    #expect(table.changes(since: stamp)?.orderChanged == true)
    #expect(table.changes(since: stamp)?.map(\.id) == [1])
    expectWhole(table)
  }

  @Test func aRowThatMovesStopsAtItsEquals() {
    let rows = [Row(1, "a"), Row(2, "b"), Row(3, "b"), Row(4, "c"), Row(5, "c")]
    var table = EntityTable(rows, sortedBy: EntityOrder(\.name))
    table.updateOne(1) { $0.name = "c" }
    #expect(table.ids == [2, 3, 1, 4, 5])
    table.updateOne(5) { $0.name = "b" }
    #expect(table.ids == [2, 3, 5, 1, 4])
    expectWhole(table)
  }

  @Test func aRowThatIsNamedTwiceEndsWithItsSecondNewId() {
    var table = EntityTable([Row(1, "a"), Row(2, "b")])
    var news = [7, 8]
    #expect(table.updateMany([1, 1]) { $0.id = news.removeFirst() } == 2)
    #expect(table.ids == [8, 2])
    #expect(table[id: 8]?.name == "a")
    expectWhole(table)
    // An id means the row that has it now, rather than one that had it before.
    table.updateMany([8, 2, 8]) { $0.id = $0.id == 8 ? 9 : 8 }
    #expect(table.ids == [9])
    expectWhole(table)
  }

  @Test func idsAreSpelledAsTheirEntitiesSpellThem() {
    struct Word: Identifiable, Equatable {
      var id: String
      var count = 0
    }
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    func expectSpelled(_ table: EntityTable<Word>, _ id: String, _ comment: Comment) {
      #expect(table.ids.map { Array($0.utf8) } == table.map { Array($0.id.utf8) }, comment)
      #expect(table.ids.first.map { Array($0.utf8) } == Array(id.utf8), comment)
    }
    let start = EntityTable([Word(id: one), Word(id: "x")])
    var table = start
    table.addOne(Word(id: two, count: 1))
    expectSpelled(table, one, "add keeps what is there")
    table.setOne(Word(id: two))
    expectSpelled(table, one, "an equal entity is no change")
    table.setOne(Word(id: two, count: 1))
    expectSpelled(table, two, "set")
    table = start
    table.setMany([Word(id: two, count: 1)])
    expectSpelled(table, two, "set many")
    table = start
    table.updateOne(one) { $0.id = two }
    expectSpelled(table, two, "update")
    table = start
    table.updateMany([one]) { $0.id = two }
    expectSpelled(table, two, "update many")
    table = start
    table[id: one]?.id = two
    expectSpelled(table, two, "in place")
    table = start
    table[id: two] = Word(id: two, count: 2)
    expectSpelled(table, two, "by subscript")
    table.setAll([Word(id: one), Word(id: two, count: 3)])
    expectSpelled(table, two, "set all takes the last")
  }

  /// If ids are written again with the same spelling, the stored ids stay as they are.
  @Test func idsThatAreSpelledTheSameAreNotWritten() {
    struct Word: Identifiable {
      var id: String
    }
    func long() -> String { String(repeating: "long enough ", count: 9) }
    var table = EntityTable([Word(id: long())])
    let ids = table.addresses[1]
    table.setOne(Word(id: long()))
    #expect(table.addresses[1] == ids)
  }
}
