// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableEqualityTests {
  private let rows = [Row(1, "a"), Row(2, "b")]

  @Test func entitiesInTheirOrderCount() {
    #expect(EntityTable(rows) == EntityTable(rows))
    #expect(EntityTable(rows) != EntityTable(rows.reversed()))
    #expect(EntityTable(rows) != EntityTable(rows.prefix(1)))
    var other = EntityTable(rows)
    other[id: 1]?.name = "x"
    #expect(other != EntityTable(rows))
    other[id: 1]?.name = "a"
    #expect(other == EntityTable(rows))
  }

  @Test func anEmptiedTableIsLikeANewOne() {
    var emptied = EntityTable(rows)
    emptied.removeMany([1, 2])
    #expect(emptied == EntityTable() && EntityTable() == emptied)
    #expect(emptied.hashValue == EntityTable<Row>().hashValue)
    #expect(emptied != EntityTable(rows))
  }

  @Test func ruleAndHistoryDoNot() {
    let sorted = EntityTable(rows, sortedBy: EntityOrder(\.name))
    #expect(sorted == EntityTable(rows))
    #expect(sorted.hashValue == EntityTable(rows).hashValue)
    #expect(sorted.stamp != EntityTable(rows).stamp)
    #expect(Set([sorted, EntityTable(rows), EntityTable(rows.reversed())]).count == 2)
  }

  @Test func equalStampsNeedNoLook() {
    struct Odd: Identifiable, Equatable {
      var id: Int
      static func == (lhs: Odd, rhs: Odd) -> Bool { false }
    }
    let table = EntityTable([Odd(id: 1)])
    var copy = table
    #expect(table == copy)
    copy.setOne(Odd(id: 1))
    #expect(table != copy)
  }
}
