// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityTableSortTests {
  private let rows = [Row(1, "b"), Row(2, "a"), Row(3, "b")]

  @Test func itIsSortedFromThenOn() {
    var table = EntityTable(rows)
    let stamp = table.stamp
    #expect(table.sort(by: \.name) == true)
    #expect(table.ids == [2, 1, 3])
    #expect(table.changes(since: stamp)?.orderChanged == true)
    #expect(table.changes(since: stamp)?.count == 0)
    table.addOne(Row(4, "a"))
    #expect(table.ids == [2, 4, 1, 3])
    #expect(table.sort(by: \.name, descending: true) == true)
    #expect(table.ids == [1, 3, 2, 4])
    expectWhole(table)
  }

  @Test func theSameRuleAgainDoesNothing() {
    var table = EntityTable(rows, sortedBy: EntityOrder(\.name))
    let (stamp, addresses) = (table.stamp, table.addresses)
    #expect(table.sort(by: EntityOrder(\.name)) == false)
    #expect(table.stamp == stamp)
    #expect(table.addresses == addresses)
  }

  @Test func aRuleThatMovesNothingIsNoChange() {
    var table = EntityTable(rows)
    let stamp = table.stamp
    #expect(table.sort(by: \.id) == false)
    #expect(table.stamp == stamp)
    #expect(table.order == EntityOrder(\.id))
    #expect(table.sort(by: nil) == false)
    table.addOne(Row(0))
    #expect(table.ids == [1, 2, 3, 0])
    #expect(table.stamp != stamp)
  }

  @Test func aCopyKeepsItsRule() {
    let old = EntityTable(rows, sortedBy: EntityOrder(\.name))
    var new = old
    new.sort(by: \.id)
    #expect(old.ids == [2, 1, 3])
    #expect(new.ids == [1, 2, 3])
    #expect(old.order == EntityOrder(\.name))
    expectWhole(old)
    expectWhole(new)
  }
}
