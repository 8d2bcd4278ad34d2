// SPDX-License-Identifier: Apache-2.0

import TestSupport
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

  /// The number of every slot, and where each row is in memory.
  private func places(_ table: EntityTable<Row>) -> (numbers: [UInt32], rows: [Int: UInt]) {
    let first = UInt(bitPattern: table.storage.rows.buffer?.first)
    let rows = table.indices.map { (table[$0].id, first + UInt($0 * MemoryLayout<Row>.stride)) }
    return (table.storage.index.numberOfSlot, Dictionary(uniqueKeysWithValues: rows))
  }

  @Test func aRemovalMovesAndRenumbersThoseOnItsShorterSide() {
    let count = 10_000
    for position in [0, 1, 10, 4_000, 6_000, count - 2, count - 1] {
      var table = EntityTable((0..<count).map { Row($0) })
      let before = places(table)
      #expect(table.removeOne(position)?.id == position)
      let after = places(table)
      let fewer = min(position, count - 1 - position)
      #expect(after.rows.count { before.rows[$0.key] != $0.value } == fewer)
      #expect(zip(before.numbers, after.numbers).count { $0 != $1 } == fewer)
      expectWhole(table)
    }
  }

  @Test func removingTheFirstOfManyMovesAndRenumbersNothing() {
    var table = EntityTable((0..<2_000).map { Row($0) })
    let before = places(table)
    for id in 0..<1_990 {
      #expect(table[0].id == id)
      table.removeOne(id)
    }
    let after = places(table)
    #expect(after.numbers == before.numbers)
    #expect(after.rows.allSatisfy { before.rows[$0.key] == $0.value })
    #expect(table.ids == Array(1_990..<2_000))
    expectWhole(table)
  }

  private final class Person: Identifiable {
    let id: Int
    let age: Int
    init(_ id: Int, age: Int) { (self.id, self.age) = (id, age) }
  }

  @Test func aRemovedEntityIsReleasedAtOnce() {
    func table() -> EntityTable<Person> { EntityTable((0..<8).map { Person($0, age: 8 - $0) }) }
    typealias Verb = (inout EntityTable<Person>, Int) -> Void
    func empty(_ person: inout Person?) { person = nil }
    let verbs: [Verb] = [
      { $0.removeOne($1) },
      { $0.removeMany([$1]) },
      { table, id in table.removeAll { $0.id == id } },
      { $0[id: $1] = nil },
      { empty(&$0[id: $1]) },
      { table, id in table.setAll(table.filter { $0.id != id }) },
      { $0.setOne(Person($1, age: 1)) },
      { table, _ in table.removeAll() },
      { table, _ in table.removeAll(keepingCapacity: true) },
    ]
    for verb in verbs {
      for id in [0, 3, 5, 7] {
        var table = table()
        _ = (table.entities, table.ids)
        let person = Weak(table[id: id])
        verb(&table, id)
        #expect(person.object == nil)
        expectWhole(table)
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func removalsAgreeWithAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let isSorted = seed % 2 == 0
    let order = isSorted ? EntityOrder<Person> { $0.age < $1.age } : nil
    var (table, model) = (EntityTable<Person>([], sortedBy: order), [Person]())
    var copies: [(table: EntityTable<Person>, ids: [Int])] = []
    for id in 0..<400 {
      if Int.random(in: 0..<9, using: &generator) < 5 || model.isEmpty {
        let person = Person(id, age: Int.random(in: 0..<30, using: &generator))
        table.addOne(person)
        let place = model.firstIndex { isSorted && $0.age > person.age }
        model.insert(person, at: place ?? model.count)
      } else {
        let any = Int.random(in: 0..<model.count, using: &generator)
        let place = [0, 0, 1 % model.count, any, model.count - 1].randomElement(using: &generator)
        let person = model.remove(at: place ?? 0)
        #expect(table.removeOne(person.id) === person, "seed \(seed), id \(id)")
      }
      if id % 40 == 0 { copies.append((table, model.map(\.id))) }
      #expect(table.map(\.id) == model.map(\.id), "seed \(seed), id \(id)")
      if id % 7 == 0 { expectWhole(table, "seed \(seed), id \(id)") }
    }
    for copy in copies {
      #expect(copy.table.ids == copy.ids, "seed \(seed)")
      expectWhole(copy.table, "seed \(seed)")
    }
    // Once the copies are gone, nothing holds the rows that are not in the table.
    let people = (model + copies.flatMap(\.table)).map { Weak($0) }
    let rest = Set(model.map(\.id))
    (model, copies) = ([], [])
    let held = Set(people.compactMap { $0.object?.id })
    #expect(held == rest, "seed \(seed)")
  }
}
