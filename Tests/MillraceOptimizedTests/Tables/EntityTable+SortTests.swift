// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

import Millrace

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

  private final class Counter: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
  }

  /// A table whose rule counts its calls.
  private func counted(_ count: Int) -> (table: EntityTable<Row>, log: Counter) {
    let log = Counter()
    var table = EntityTable(
      (0..<count).map { Row($0 * 10) },
      sortedBy: EntityOrder {
        log.add()
        return $0.id < $1.id
      })
    table.removeOne(-1)
    log.reset()
    return (table, log)
  }

  @Test func severalRowsOfManyCostFewComparisons() {
    var (table, log) = counted(11_000)
    table.upsertMany([Row(50_005), Row(3)])
    #expect(table.count == 11_002)
    #expect(log.count < 50)
    expectWhole(table)
    log.reset()
    table.updateMany([0, 10, 109_990]) { $0.id = 109_995 - $0.id }
    #expect(log.count < 70)
    expectWhole(table)
  }

  /// A test of Redux Toolkit has this limit too.
  @Test func aThousandRowsAddedToTenThousandCostLessThanTwentyThousandComparisons() {
    var (table, log) = counted(10_000)
    var generator = SeededGenerator(seed: 3)
    table.addMany((0..<1_000).map { Row($0 * 100 + 5) }.shuffled(using: &generator))
    #expect(table.count == 11_000)
    #expect(log.count < 17_000)
    expectWhole(table)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func severalRowsGoWhereAStableSortPutsThem(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func name() -> String { ["a", "b", "c", "d", "e"].randomElement(using: &generator) ?? "" }
    var table = EntityTable((0..<30).map { Row($0, name()) }, sortedBy: \.name)
    for step in 0..<20 {
      var expected = table.entities
      let ids = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Int.random(in: 0..<60, using: &generator)
      }
      let rows = ids.map { Row($0, name()) }
      for row in rows {
        if let place = expected.firstIndex(where: { $0.id == row.id }) {
          expected[place] = row
        } else {
          expected.append(row)
        }
      }
      expected.sort { $0.name < $1.name }
      table.setMany(rows)
      #expect(table.entities == expected, "seed \(seed), step \(step)")
      expectWhole(table)
    }
  }
}
