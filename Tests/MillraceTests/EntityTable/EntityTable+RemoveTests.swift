// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityTableRemoveTests {
  private let start = (1...5).map { Row($0, "\($0)") }

  @Test func oneIsGivenBack() {
    var table = EntityTable(start)
    #expect(table.removeOne(2) == start[1])
    let stamp = table.stamp
    #expect(table.removeOne(2) == nil)
    #expect(table.stamp == stamp)
    #expect(table.ids == [1, 3, 4, 5])
    expectWhole(table)
  }

  @Test func manyAreCountedOnce() {
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(table.removeMany([4, 9, 1, 4]) == 2)
    #expect(table.ids == [2, 3, 5])
    #expect(table.changes(since: stamp)?.map(\.id) == [4, 1])
    #expect(table.changes(since: stamp)?.orderChanged == false)
    #expect(table.removeMany([9]) == 0)
    table.addOne(Row(4))
    expectWhole(table)
  }

  @Test func thoseThatMeetAConditionGo() {
    struct Refused: Error {}
    var table = EntityTable(start)
    #expect(table.removeAll { $0.id % 2 == 0 } == 2)
    #expect(table.ids == [1, 3, 5])
    #expect(throws: Refused.self) {
      try table.removeAll { row throws(Refused) in
        if row.id == 3 { throw Refused() }
        return true
      }
    }
    #expect(table.ids == [1, 3, 5])
    expectWhole(table)
  }

  @Test(arguments: [true, false])
  func allGoAndTheRuleStays(keepingCapacity: Bool) {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    let stamp = table.stamp
    #expect(table.removeAll(keepingCapacity: keepingCapacity) == 5)
    #expect(table.isEmpty && table.order != nil)
    #expect(table.changes(since: stamp)?.removed == [1, 2, 3, 4, 5])
    #expect(table.removeAll() == 0)
    expectWhole(table)
  }
}
