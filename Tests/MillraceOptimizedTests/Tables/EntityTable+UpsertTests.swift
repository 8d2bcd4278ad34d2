// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableUpsertTests {
  private struct Refused: Error {}

  @Test func oneIsAddedOrReplaced() {
    var table = EntityTable([Row(1, "a")])
    #expect(table.upsertOne(Row(1, "x")) == false)
    #expect(table.upsertOne(Row(2, "b")) == true)
    #expect(table.map(\.name) == ["x", "b"])
    #expect(table.upsertMany([Row(2, "y"), Row(3, "c"), Row(3, "d")]) == 1)
    #expect(table.map(\.name) == ["x", "y", "d"])
    expectWhole(table)
  }

  @Test func anEqualEntityIsNoChange() {
    var table = EntityTable([Row(1, "a"), Row(2, "b")])
    let stamp = table.stamp
    #expect(table.upsertOne(Row(1, "a")) == false)
    #expect(table.upsertMany([Row(2, "b"), Row(1, "a")]) == 0)
    #expect(table.stamp == stamp)
    var opaque = EntityTable([Opaque(id: 1)])
    let opaqueStamp = opaque.stamp
    #expect(opaque.upsertOne(Opaque(id: 1)) == false)
    #expect(opaque.upsertMany([Opaque(id: 1), Opaque(id: 2)]) == 1)
    #expect(opaque.changes(since: opaqueStamp)?.updated == [1])
    #expect(opaque.changes(since: opaqueStamp)?.inserted == [2])
  }

  @Test func oneIsMerged() {
    var table = EntityTable([Row(1, "a")])
    #expect(table.upsertOne(Row(1, "b")) { old, new in old.name += new.name } == false)
    #expect(table.upsertOne(Row(2, "b")) { old, new in old.name += new.name } == true)
    #expect(table.map(\.name) == ["ab", "b"])
    expectWhole(table)
  }

  @Test func manyAreMergedInTurnAndSortedOnce() {
    var table = EntityTable([Row(1, "c"), Row(2, "d")], sortedBy: EntityOrder(\.name))
    let news = [Row(3, "a"), Row(3, "z"), Row(1, "x"), Row(4, "b")]
    #expect(table.upsertMany(news) { old, new in old.name = new.name } == 2)
    #expect(table.ids == [4, 2, 1, 3])
    #expect(table.upsertMany([Row(4), Row(5, "y")]) { old, _ in old.id = 2 } == 1)
    #expect(table.ids == [2, 1, 5, 3])
    expectWhole(table)
  }

  @Test func whatWasMergedBeforeAThrowStays() {
    var table = EntityTable([Row(1, "b"), Row(2, "c")], sortedBy: EntityOrder(\.name))
    let stamp = table.stamp
    #expect(throws: Refused.self) {
      try table.upsertMany([Row(3, "a"), Row(1), Row(4)]) { old, _ throws(Refused) in
        old.name = "z"
        throw Refused()
      }
    }
    #expect(table.ids == [3, 2, 1])
    #expect(table.changes(since: stamp)?.map(\.id) == [3, 1])
    expectWhole(table)
  }
}
