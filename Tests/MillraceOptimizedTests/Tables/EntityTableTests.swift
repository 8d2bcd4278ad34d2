// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EntityTableTests {
  private func table(_ count: Int = 5) -> EntityTable<Row> {
    EntityTable((0..<count).map { Row($0) })
  }

  @Test func itIsMadeInEveryWay() {
    let rows = [Row(1, "b"), Row(2, "a")]
    #expect(EntityTable<Row>().isEmpty)
    #expect(EntityTable(rows).ids == [1, 2])
    #expect(EntityTable(rows, sortedBy: EntityOrder(\.name)).ids == [2, 1])
    var byPath = EntityTable<Row>(sortedBy: \.name)
    byPath.addMany(rows)
    var byRule = EntityTable<Row>(sortedBy: EntityOrder { $0.name < $1.name })
    byRule.addMany(rows)
    #expect(byPath.ids == [2, 1] && byRule.ids == [2, 1])
  }

  @Test func everyWayTakesAPropertyAndADirection() {
    let rows = [Row(1, "b"), Row(2, "a"), Row(3, "c")]
    #expect(EntityTable(rows, sortedBy: \.name).ids == [2, 1, 3])
    #expect(EntityTable(rows, sortedBy: \.name, descending: true).ids == [3, 1, 2])
    #expect(EntityTable(rows, sortedBy: \.name).order == EntityOrder(\.name))
    var empty = EntityTable<Row>(sortedBy: \.name, descending: true)
    empty.addMany(rows)
    #expect(empty.ids == [3, 1, 2])
    #expect(empty.order == EntityOrder(\.name, descending: true))
  }

  @Test func noVerbCopiesATableThatIsHeldOnce() {
    var table = table(100_000)
    table.addOne(Row(-1))
    table.removeOne(-1)
    let (storage, addresses) = (ObjectIdentifier(table.storage), table.addresses)
    table.updateOne(77) { $0.name = "x" }
    table.updateMany([1, 2, 3]) { $0.name = "y" }
    table[id: 5]?.name = "z"
    table.setOne(Row(6, "w"))
    table.setMany([Row(7, "w"), Row(8, "w")])
    table.upsertOne(Row(9)) { $0.name += $1.name }
    table.addOne(Row(-1))
    table.removeOne(50_000)
    table.addOne(Row(50_000))
    table.updateOne(50_001) { $0.id = -7 }
    table.removeOne(-1)
    #expect(table.addresses == addresses)
    #expect(ObjectIdentifier(table.storage) == storage)
  }

  @Test func aStampHoldsNothing() {
    var table = table(1_000)
    var stamps = [table.stamp]
    let addresses = table.addresses
    for id in 0..<100 {
      table.updateOne(id) { $0.name = "x" }
      stamps.append(table.stamp)
    }
    #expect(table.addresses == addresses)
    #expect(Set(stamps).count == 101)
    let storage = Weak(table.storage)
    table = EntityTable()
    #expect(storage.object == nil)
  }

  @Test func copiesThatDivergeKnowTheirCommonPast() {
    var left = table()
    let common = left.stamp
    var right = left
    left.updateOne(1) { $0.name = "left" }
    right.updateOne(2) { $0.name = "right" }
    #expect(left.changes(since: common)?.updated == [1])
    #expect(right.changes(since: common)?.updated == [2])
    #expect(left.changes(since: right.stamp) == nil)
    #expect(right.changes(since: left.stamp) == nil)
  }

  @Test func undoAndRedoAreNotMistakenForOneAnother() {
    var table = table()
    let (before, old) = (table.stamp, table)
    table.updateOne(1) { $0.name = "x" }
    let (after, new) = (table.stamp, table)
    table = old
    #expect(table.stamp == before)
    #expect(table.changes(since: after) == nil)
    table.updateOne(2) { $0.name = "y" }
    #expect(table.changes(since: after) == nil)
    #expect(table.changes(since: before)?.updated == [2])
    table = new
    #expect(table.changes(since: before)?.updated == [1])
  }

  @Test func swappedTablesTakeTheirPastWithThem() {
    var (first, second) = (table(), table())
    let (firstStamp, secondStamp) = (first.stamp, second.stamp)
    swap(&first, &second)
    #expect(first.changes(since: firstStamp) == nil)
    #expect(first.changes(since: secondStamp)?.isEmpty == true)
    first.removeOne(0)
    #expect(first.changes(since: secondStamp)?.removed == [0])
    #expect(second.changes(since: firstStamp)?.isEmpty == true)
  }

  @Test func aTableThatTookItsPlaceKnowsNothing() {
    var table = table()
    let stamp = table.stamp
    table = self.table()
    #expect(table.changes(since: stamp) == nil)
    #expect(table.changes(since: .empty)?.inserted == [0, 1, 2, 3, 4])
  }

  @Test func aLogThatOverflowedSaysNothing() {
    var table = table(10)
    let stamp = table.stamp
    for step in 0..<512 { table.updateOne(step % 10) { $0.name = "\(step)" } }
    #expect(table.changes(since: stamp)?.count == 10)
    table.updateOne(1) { $0.name = "one more" }
    #expect(table.changes(since: stamp) == nil)
    #expect(self.table(1_000).changes(since: .empty) == nil)
  }

  @Test func manyThreadsMayReadAndChangeTheirCopies() async {
    let table = table(1_000)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          var copy = table
          for id in 0..<1_000 { copy.updateOne(id) { $0.name = "\(task)" } }
          return copy.allSatisfy { $0.name == "\(task)" } && copy.invariantViolations() == []
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(table.allSatisfy { $0.name == "" })
  }
}
