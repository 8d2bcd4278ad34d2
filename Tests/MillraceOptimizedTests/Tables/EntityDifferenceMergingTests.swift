// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

/// A difference that is reverted after other changes of the table.
@Suite struct EntityDifferenceMergingTests {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var tags: [Int] = []
    var note = ""
  }

  private func table(isSorted: Bool = false) -> EntityTable<Item> {
    EntityTable(
      (0..<4).map { Item(id: $0, name: "n\($0)") },
      sortedBy: isSorted ? EntityOrder<Item>(\.name) : nil)
  }

  private func change(
    _ table: inout EntityTable<Item>, _ change: (inout EntityTable<Item>) -> Void
  ) throws -> EntityTable<Item>.Difference {
    let recording = table.startRecording()
    change(&table)
    let made = table.finish(recording)
    return try #require(made)
  }

  /// Changes each field that still has its value in `from`.
  private func merge(_ item: inout Item, _ from: Item, _ to: Item) {
    if item.name == from.name { item.name = to.name }
    if item.tags == from.tags { item.tags = to.tags }
    if item.note == from.note { item.note = to.note }
  }

  @Test(
    "Changes of a row are merged with other writes in between, and moves are too",
    arguments: [false, true])
  func inBetween(isSorted: Bool) throws {
    var table = table(isSorted: isSorted)
    let ids = table.ids
    var made = try change(&table) { $0[id: 1]?.name = "z" }
    table[id: 1]?.tags = [7]
    let next = try change(&table) { $0[id: 1]?.name = "m" }
    let isAdded = made.append(next)
    #expect(isAdded)
    table[id: 1]?.note = "theirs"
    let reverted = table.revert(made, merging: merge)
    let taken = try #require(reverted)
    #expect(table[id: 1] == Item(id: 1, name: "n1", tags: [7], note: "theirs"))
    #expect(table.ids == ids)
    table.apply(taken, merging: merge)
    #expect(table[id: 1] == Item(id: 1, name: "m", tags: [7], note: "theirs"))
    #expect(table.ids == (isSorted ? [1, 0, 2, 3] : ids))
  }

  @Test("A row that was moved by hand is merged and stays where it is")
  func movedByHand() throws {
    var table = table()
    let made = try change(&table) {
      $0.removeOne(1)
      $0.addOne(Item(id: 1, name: "z"), at: 3)
    }
    table[id: 1]?.note = "theirs"
    table.revert(made, merging: merge)
    #expect(table[id: 1] == Item(id: 1, name: "n1", note: "theirs"))
    #expect(table.ids == [0, 2, 3, 1])
  }

  @Test("A row that was removed and that others have added again stays as it is")
  func insertedByOthers() throws {
    var table = table()
    var made = try change(&table) { $0[id: 1]?.name = "z" }
    let next = try change(&table) { $0.removeOne(1) }
    let isAdded = made.append(next)
    #expect(isAdded)
    table.addOne(Item(id: 1, name: "z", note: "theirs"))
    table.revert(made, merging: merge)
    #expect(table[id: 1]?.name == "z")
  }

  @Test("An order is reverted only if none of its rows was moved since")
  func order() throws {
    var table = table()
    let made = try change(&table) { $0.setAll([$0[1], $0[0], $0[2], $0[3]]) }
    #expect(table.ids == [1, 0, 2, 3])
    var other = table
    other.removeOne(2)
    other.addOne(Item(id: 9, name: ""))
    other.revert(made)
    #expect(other.ids == [0, 1, 3, 9])
    let last = table[3]
    table.removeOne(3)
    table.addOne(last, at: 0)
    let reverted = table.revert(made)
    #expect(reverted == nil)
    #expect(table.ids == [3, 1, 0, 2])
  }
}
