// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
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

  @Test("A moved row to which a merge gives another id is in the table once")
  func mergedIntoAnotherID() throws {
    var table = EntityTable((0..<4).map { Row($0, "n\($0)") })
    let recording = table.startRecording()
    if let row = table.removeOne(1) { table.addOne(row, at: 3) }
    let finished = table.finish(recording)
    let made = try #require(finished)
    table[id: 1]?.name = "theirs"
    let before = table
    let reverted = table.revert(made) { row, _, _ in row.id = 9 }
    #expect(table.ids == [0, 2, 3, 9])
    try table.apply(#require(reverted))
    #expect(table == before)
  }

  @Test("An order that a sorted table has already changes nothing")
  func sameOrder() throws {
    var table = EntityTable((0..<4).map { Row($0, "n\($0 / 2)") }, sortedBy: \.name)
    let recording = table.startRecording()
    table.setAll(Array(table.reversed()))
    let finished = table.finish(recording)
    let made = try #require(finished)
    #expect(table.ids == [1, 0, 3, 2])
    table[id: 1]?.name = "n9"
    #expect(table.ids == [0, 3, 2, 1])
    let stamp = table.stamp
    let again = table.apply(made)
    #expect(again == nil)
    #expect(table.stamp == stamp)
  }

  /// A merge can write any field, also the id.
  @Test(
    "What a revert after other changes has changed can be applied again",
    arguments: 0..<300 as Range<UInt64>)
  func law(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let order: EntityOrder<Row>? = seed.isMultiple(of: 2) ? nil : EntityOrder(\.name)
    var table = EntityTable((0..<8).map { Row($0, $0 < 4 ? "a" : "b") }, sortedBy: order)
    func change() {
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        EntityDifferenceLawTests.change(&table, &generator)
      }
    }
    for step in 0..<20 {
      let recording = table.startRecording()
      change()
      let finished = table.finish(recording)
      guard let made = finished else { continue }
      let concerned = Set(made.rows.flatMap { [$0.before?.id, $0.after?.id] })
      change()
      let before = table
      var targets: Set<Int> = []
      let reverted = table.revert(made) { row, _, to in
        if row.name != "a" { row.name = to.name }
        if Int.random(in: 0..<4, using: &generator) == 0 { row.id = (row.id + 5) % 12 }
        targets.insert(row.id)
      }
      expectWhole(table, "seed \(seed), step \(step)")
      for row in before where !concerned.contains(row.id) && !targets.contains(row.id) {
        #expect(table[id: row.id] == row, "seed \(seed), step \(step)")
      }
      let new = table
      guard let reverted else {
        #expect(new == before, "seed \(seed), step \(step)")
        continue
      }
      table.apply(reverted)
      try #require(table == before, "applied again, seed \(seed), step \(step)")
      table.revert(reverted)
      try #require(table == new, "and reverted, seed \(seed), step \(step)")
    }
  }

  /// An id that counts how often ids are hashed.
  private struct CountedID: Hashable {
    let number: Int
    let hashes: Locked<Int>

    static func == (one: CountedID, other: CountedID) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
      hashes.withLock { $0 += 1 }
      hasher.combine(number)
    }
  }

  private struct CountedRow: Identifiable, Equatable {
    let id: CountedID
  }

  @Test("An order that does not apply costs the look-ups up to the first row that was moved")
  func orderOfMovedRows() throws {
    let hashes = Locked(0)
    var table = EntityTable(
      (0..<1_000).map { CountedRow(id: CountedID(number: $0, hashes: hashes)) })
    var other = table
    let recording = table.startRecording()
    table.setAll(table.reversed())
    let made = table.finish(recording)
    let difference = try #require(made)
    other.setAll([other[1], other[0]] + other.dropFirst(2))
    hashes.withLock { $0 = 0 }
    let applied = other.apply(difference)
    #expect(applied == nil)
    #expect(hashes.withLock { $0 } < 10)
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
