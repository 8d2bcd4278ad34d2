// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EntityStorageSortTests {
  private func storage(_ names: [String]) -> EntityStorage<Row> {
    let storage = EntityStorage<Row>(order: EntityOrder(\.name))
    for (id, name) in names.enumerated() { storage.append(Row(id, name), id, .next()) }
    return storage
  }

  @Test func aRowIsInPlaceBetweenItsNeighbours() {
    let storage = storage(["a", "c", "b", "b"])
    #expect([0, 1, 2, 3].map { storage.isInPlace($0) } == [true, false, false, true])
    storage.order = nil
    #expect(storage.isInPlace(1))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func oneRowGoesWhereAStableSortPutsIt(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = ["a", "b", "c", "d"]
    func letter() -> String { letters.randomElement(using: &generator) ?? "" }
    let storage = storage((0..<10).map { _ in letter() }.sorted())
    for step in 0..<50 {
      let position = Int.random(in: 0..<10, using: &generator)
      storage.rows[position].name = letter()
      let before = storage.rows.array
      let expected = before.sorted { $0.name < $1.name }
      #expect(storage.settle(position) == (expected != before), "seed \(seed), step \(step)")
      #expect(storage.rows.array == expected, "seed \(seed), step \(step)")
      #expect(storage.index.ids.array == expected.map(\.id), "seed \(seed), step \(step)")
    }
  }

  @Test func rowsInOrderAreLeftAlone() {
    let sorted = storage(["a", "a", "b"])
    #expect(!sorted.sort())
    let unsorted = storage(["b", "a", "b", "a"])
    #expect(unsorted.sort())
    #expect(unsorted.index.ids.array == [1, 3, 0, 2])
  }

  @Test func severalRowsAreSortedOnceAndNotedOnce() {
    let storage = storage(["a", "b", "c"])
    let stamp = storage.log.current
    var touched = EntityTouches<Int>(isSorting: true)
    storage.rows[0].name = "z"
    touched.add(0, isUpdate: true)
    touched.add(2, isUpdate: true)
    storage.settle(touched, .next())
    #expect(storage.index.ids.array == [1, 2, 0])
    #expect(storage.log.changes(since: stamp)?.orderChanged == true)
    #expect(touched.count == 2)
  }

  @Test func aRuleThatContradictsItselfBreaksNothing() {
    for answer in [true, false] {
      var table = EntityTable((0..<9).map { Row($0) }, sortedBy: EntityOrder { _, _ in answer })
      table.updateOne(4) { $0.name = "x" }
      table.addOne(Row(10))
      table.setMany([Row(3, "y"), Row(2, "z")])
      table.removeOne(0)
      #expect(Set(table.ids) == [1, 2, 3, 4, 5, 6, 7, 8, 10])
      for (position, row) in table.enumerated() { #expect(table.index(of: row.id) == position) }
    }
  }
}
