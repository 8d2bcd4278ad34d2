// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Millrace

/// Differences of tables, row by row, and how they are reverted.
@Suite struct EntityDifferenceTests {
  typealias Table = EntityTable<Row>

  /// The difference that a change makes.
  private func difference(
    _ table: inout Table, _ change: (inout Table) -> Void
  ) -> EntityTable<Row>.Difference? {
    let recording = table.startRecording()
    change(&table)
    return table.finish(recording)
  }

  /// The difference that a change makes; it must make one.
  private func change(
    _ table: inout Table, _ change: (inout Table) -> Void
  ) throws -> EntityTable<Row>.Difference {
    let made = difference(&table, change)
    return try #require(made)
  }

  private func table(_ count: Int = 5, sorted: Bool = false) -> Table {
    let order = EntityOrder<Row>(\.name)
    return Table((0..<count).map { Row($0, "n\($0 / 2)") }, sortedBy: sorted ? order : nil)
  }

  @Test("A difference has the written row before and after the write, and no other row")
  func update() {
    var table = table()
    let made = difference(&table) { $0[id: 3]?.name = "x" }
    #expect(made?.rows.map(\.before) == [Row(3, "n1")])
    #expect(made?.rows.map(\.after) == [Row(3, "x")])
  }

  @Test("A change that ends as it began is no difference")
  func nothing() {
    var table = table()
    #expect(difference(&table) { _ in } == nil)
    let back = difference(&table) {
      $0[id: 3]?.name = "x"
      $0[id: 3]?.name = "n1"
      $0.addOne(Row(9))
      $0.removeOne(9)
    }
    #expect(back == nil)
  }

  @Test("A row that is removed and added again in its place is no difference")
  func backInItsPlace() throws {
    var table = table()
    func putBack(_ id: Int, _ table: inout Table) {
      guard let position = table.index(of: id), let row = table.removeOne(id) else { return }
      table.addOne(row, at: position)
    }
    #expect(difference(&table) { putBack(2, &$0) } == nil)
    var sorted = self.table(sorted: true)
    #expect(difference(&sorted) { putBack(4, &$0) } == nil)
    // One such removal within another, and one after another.
    let back = difference(&table) {
      let row = $0.removeOne(4)
      putBack(1, &$0)
      putBack(0, &$0)
      if let row { $0.addOne(row) }
    }
    #expect(back == nil)
    let made = try change(&table) {
      putBack(0, &$0)
      $0.removeOne(3)
      putBack(1, &$0)
    }
    #expect(made.rows.map(\.before) == [Row(3, "n1")])
    // A row that comes back with another name is a difference.
    let moved = difference(&table) {
      if let row = $0.removeOne(0) { $0.addOne(Row(row.id, "n9"), at: 0) }
    }
    #expect(moved?.rows.count == 2)
  }

  @Test("A removed row comes back where it was")
  func removal() throws {
    var table = table()
    let old = table
    let made = try change(&table) { $0.removeMany([1, 3, 4]) }
    #expect(table.ids == [0, 2])
    table.apply(made.reversed())
    #expect(table == old)
    expectWhole(table)
  }

  @Test("To revert is to apply the reversed difference, and returns what was reverted")
  func reverting() throws {
    for change: (inout Table) -> Void in [
      { $0[id: 3]?.name = "x" }, { $0.removeMany([1, 3]) }, { $0.addOne(Row(9), at: 2) },
      { $0.setAll([Row(3), Row(1), Row(8)]) },
      {
        $0[id: 1]?.name = "x"
        $0.removeOne(2)
      },
    ] {
      for isSorted in [false, true] {
        var table = table(sorted: isSorted)
        let old = table
        let made = try self.change(&table, change)
        let new = table
        let reverted = table.revert(made)
        let undone = try #require(reverted)
        #expect(table == old)
        expectWhole(table)
        var other = new
        other.apply(made.reversed())
        #expect(other == old)
        other.apply(undone)
        #expect(other == new)
        let again = table.revert(undone)
        #expect(again == nil)
      }
    }
  }

  @Test("A row in its place is written back and noted, and a sorted table moves it")
  func writes() throws {
    var table = table()
    let made = try change(&table) { $0[id: 3]?.name = "x" }
    let stamp = table.stamp
    table.revert(made)
    #expect(table.changes(since: stamp).map { Array($0).map(\.id) } == [3])
    var sorted = self.table(sorted: true)
    let renamed = try change(&sorted) { $0[id: 4]?.name = "n9" }
    sorted[id: 3]?.name = "n5"
    sorted.revert(renamed)
    #expect(sorted.ids == [0, 1, 2, 4, 3])
    expectWhole(sorted)
  }

  @Test("All recordings of a table have one recorder, which keeps the memory for its events")
  func reuse() {
    var table = table()
    var recorders: Set<ObjectIdentifier> = []
    for step in 0..<10 {
      let made = difference(&table) { $0[id: step % 5]?.name = "\(step)" }
      #expect(made?.rows.map(\.after?.name) == ["\(step)"])
      guard let recorder = table.storage.recorder else { continue }
      #expect(recorder.events.isEmpty)
      #expect(recorder.events.capacity > 0)
      recorders.insert(ObjectIdentifier(recorder))
    }
    #expect(recorders.count == 1)
  }

  @Test("A table that is released while it is recorded is compared with the one in its place")
  func ended() throws {
    weak var recorder: Table.Recorder?
    var table = table()
    let old = Table(Array(table))
    let outer = table.startRecording()
    let inner = table.startRecording()
    recorder = table.storage.recorder
    table[id: 1]?.name = "x"
    table = EntityTable([Row(1, "y")])
    let finished = table.finish(inner)
    let made = try #require(finished)
    var again = table
    again.apply(made.reversed())
    #expect(again == old)
    #expect(recorder != nil)
    let whole = table.finish(outer)
    #expect(whole == made)
    #expect(recorder == nil)
  }

  @Test("A row that was changed since is left as it is, the others are reverted")
  func foreign() throws {
    var table = table()
    let made = try change(&table) {
      $0[id: 1]?.name = "mine"
      $0[id: 2]?.name = "mine"
    }
    table[id: 2]?.name = "theirs"
    let undone = table.apply(made.reversed())
    #expect(table[id: 1]?.name == "n0")
    #expect(table[id: 2]?.name == "theirs")
    #expect(undone?.rows.map(\.after?.id) == [1])
    let again = table.apply(made.reversed())
    #expect(again == nil)
  }

  @Test("A moved row that was removed since does not come back")
  func goneMeanwhile() throws {
    var table = table(sorted: true)
    let made = try change(&table) { $0[id: 1]?.name = "z" }
    #expect(made.rows.count == 2)
    table.removeOne(1)
    let undone = table.apply(made.reversed())
    #expect(undone == nil)
    #expect(!table.contains(id: 1))
  }

  @Test("A merge decides about a row that was changed since", arguments: [false, true])
  func merging(isSorted: Bool) throws {
    var table = table(sorted: isSorted)
    let made = try change(&table) { $0[id: 1]?.name = "z" }
    table[id: 1]?.tags = [7]
    table.apply(made.reversed()) { row, from, to in
      if row.name == from.name { row.name = to.name }
    }
    #expect(table[id: 1]?.name == "n0")
    #expect(table[id: 1]?.tags == [7])
    expectWhole(table)
  }

  @Test("A table that is replaced by another one is compared with it")
  func replaced() throws {
    var table = table()
    let old = table
    let made = try change(&table) {
      $0[id: 1]?.name = "x"
      $0 = EntityTable([Row(4, "y"), Row(1, "n0"), Row(8)])
      $0.addOne(Row(9))
    }
    let new = table
    table.apply(made.reversed())
    #expect(table == old)
    table.apply(made)
    #expect(table == new)
  }

  @Test("A copy that is made during a recording is not recorded, nor is it later")
  func copies() throws {
    var table = table()
    var copy = table
    let made = try change(&table) {
      copy = $0
      $0[id: 1]?.name = "x"
      copy[id: 2]?.name = "y"
    }
    #expect(made.rows.compactMap(\.after?.id) == [1])
    #expect(copy.storage.openRecorder == nil)
    #expect(table.storage.openRecorder == nil)
  }

  @Test("Two tables that are swapped are both compared")
  func swapped() throws {
    var (one, two) = (table(), Table([Row(7)]))
    let (old, other) = (one, two)
    let first = one.startRecording()
    let second = two.startRecording()
    one[id: 0]?.name = "x"
    swap(&one, &two)
    let made = one.finish(first)
    let others = two.finish(second)
    if let made { one.apply(made.reversed()) }
    if let others { two.apply(others.reversed()) }
    #expect(one == old)
    #expect(two == other)
    #expect(one.storage.openRecorder == nil)
    #expect(two.storage.openRecorder == nil)
  }

  @Test("Recording and applying differences copy no table")
  func inPlace() {
    var table = Table((0..<10_000).map { Row($0) })
    let addresses = table.addresses
    for id in 0..<200 {
      let made = difference(&table) { $0[id: id]?.name = "x" }
      if let made, id.isMultiple(of: 2) { table.apply(made.reversed()) }
    }
    #expect(table.addresses == addresses)
  }

  @Test("Differences of one row become one, also if the row moves", arguments: [false, true])
  func appending(isSorted: Bool) throws {
    var table = table(sorted: isSorted)
    let old = table
    var whole = try change(&table) { $0[id: 0]?.name = "n1" }
    for step in 2..<50 {
      let next = try change(&table) { $0[id: 0]?.name = "n\(step % 4)" }
      let isOne = whole.append(next)
      #expect(isOne)
    }
    #expect(whole.rows.count <= 2)
    table.apply(whole.reversed())
    #expect(table == old)
  }

  @Test("Appended differences are empty exactly if the table is as before, moves included")
  func appendingTheWayBack() throws {
    var table = table()
    let old = table
    let ways: [((inout Table) -> Void, (inout Table) -> Void)] = [
      ({ $0.addOne(Row(9), at: 2) }, { $0.removeOne(9) }),
      ({ $0.removeMany([1, 3]) }, { $0.addOne(Row(1, "n0"), at: 1) }),
      ({ $0[id: 3]?.name = "x" }, { $0[id: 3]?.name = "n1" }),
    ]
    for (there, back) in ways {
      table = old
      var whole = try change(&table, there)
      let next = try change(&table, back)
      let isOne = whole.append(next)
      #expect(isOne)
      #expect(whole.isEmpty == (table == old))
      table.revert(whole)
      #expect(table == old)
    }
    var sorted = self.table(sorted: true)
    var whole = try change(&sorted) { $0[id: 4]?.name = "a" }
    let next = try change(&sorted) { $0[id: 4]?.name = "n2" }
    let isOne = whole.append(next)
    #expect(isOne)
    #expect(whole.isEmpty)
  }

  @Test("Orders of the same rows become one; if rows are added or removed, they do not")
  func appendingOrders() throws {
    var table = table()
    let old = table
    let positions = Array(table.indices)
    func shuffle(_ table: inout Table) {
      let rows = Array(table)
      table = Table(Array(rows.dropFirst(2)) + rows.prefix(2))
    }
    var whole = try change(&table, shuffle)
    for step in 0..<3 {
      let written = try change(&table) { $0[id: step]?.name = "x\(step)" }
      let traded = try change(&table, shuffle)
      let areOne = whole.append(written) && whole.append(traded)
      #expect(areOne)
    }
    #expect(whole.rows.count == 3)
    #expect(whole.order?.after == table.ids)
    let new = table
    table.revert(whole)
    #expect(table == old)
    table.apply(whole)
    #expect(table == new)
    let added = try change(&table) { $0.addOne(Row(9)) }
    let isOne = whole.append(added)
    #expect(!isOne)
    table = new
    let back = try change(&table) {
      $0 = Table(positions.map { position in old[position] })
    }
    let isBack = whole.append(back)
    #expect(isBack)
    #expect(whole.isEmpty)
  }

  @Test("To append many rows is to append them one by one", arguments: 0..<50 as Range<UInt64>)
  func appendingMany(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var table = Table((0..<40).map { Row($0) })
    let old = table
    var (whole, single): (EntityTable<Row>.Difference?, EntityTable<Row>.Difference?)
    for _ in 0..<8 {
      let made = try change(&table) { table in
        for _ in 0..<30 {
          let id = Int.random(in: 0..<40, using: &generator)
          let name = ["", "a"].randomElement(using: &generator) ?? ""
          switch (Int.random(in: 0..<4, using: &generator), table[id: id]) {
          case (0, .some): table.removeOne(id)
          case (_, nil): table.addOne(Row(id, name), at: min(id, table.count))
          default: table[id: id]?.name = name
          }
        }
        table[id: -1] = Row(-1, table[id: -1] == nil ? "" : "more")
      }
      if whole == nil {
        (whole, single) = (made, made)
      } else {
        let isOne = whole?.append(made)
        #expect(isOne == true)
        for row in made.rows { _ = single?.append(EntityTable.Difference(rows: [row])) }
      }
      #expect(whole?.rows.count == single?.rows.count)
      for joined in [whole, single] {
        var other = old
        try other.apply(#require(joined))
        #expect(other == table)
        try other.revert(#require(joined))
        #expect(other == old)
      }
    }
  }

  @Test("A rule to sort by is no part of a difference, and neither is the order that it makes")
  func rules() throws {
    var table = table()
    let sorted = difference(&table) { $0.sort(by: \.name, descending: true) }
    #expect(table.ids == [4, 2, 3, 0, 1])
    #expect(sorted == nil)
    let made = try change(&table) {
      $0.sort(by: \.id)
      $0[id: 3]?.name = "x"
    }
    #expect(made.order == nil)
    #expect(made.rows.map(\.after) == [Row(3, "x")])
    let undone = table.revert(made)
    #expect(undone == made)
    #expect(table.map(\.name) == ["n0", "n0", "n1", "n1", "n2"])
    // Rows that are equal under the rule change places, which can be reverted.
    var tied = self.table(sorted: true)
    let reversed = Array(tied.reversed())
    let traded = try change(&tied) { $0.setAll(reversed) }
    #expect(tied.ids == [1, 0, 3, 2, 4])
    tied.revert(traded)
    #expect(tied.ids == [0, 1, 2, 3, 4])
  }

  @Test("A recording that is dropped ends, and the one around it goes on")
  func dropped() {
    func drop(_ recording: consuming Table.Recording) {}
    var table = table()
    let outer = table.startRecording()
    drop(table.startRecording())
    #expect(table.storage.recorder?.depth == 1)
    table[id: 1]?.name = "x"
    let made = table.finish(outer)
    #expect(made?.rows.map(\.after?.name) == ["x"])
    let lost = table.startRecording()
    table[id: 1]?.name = "y"
    drop(lost)
    #expect(table.storage.openRecorder == nil)
    #expect(table.storage.recorder?.events.isEmpty == true)
    weak var recorder: Table.Recorder?
    let homeless = table.startRecording()
    recorder = table.storage.recorder
    table = EntityTable([Row(1)])
    #expect(recorder != nil)
    drop(homeless)
    #expect(recorder == nil)
  }

  @Test("To revert the insertion of rows that all changed since reads each id a few times")
  func conflicts() throws {
    let reads = CountedRow.Reads()
    var table = EntityTable<CountedRow>()
    let recording = table.startRecording()
    table.addMany((0..<1_000).map { CountedRow(number: $0, reads: reads) })
    let finished = table.finish(recording)
    let made = try #require(finished)
    table.updateMany(table.ids) { $0.name = "theirs" }
    reads.count = 0
    table.revert(made) { row, _, to in row.name = to.name }
    #expect(reads.count < 50_000)
    #expect(table.count == 1_000)
    #expect(table.allSatisfy { $0.name == "theirs" })
  }

  @Test("To append differences of single rows reads each id a few times")
  func gestures() throws {
    let reads = CountedRow.Reads()
    var table = EntityTable((0..<1_000).map { CountedRow(number: $0, reads: reads) })
    let old = table
    func write(_ id: Int, _ name: String) throws -> EntityTable<CountedRow>.Difference {
      let recording = table.startRecording()
      table[id: id]?.name = name
      let made = table.finish(recording)
      return try #require(made)
    }
    var whole = try write(0, "a")
    for id in 1..<1_000 { _ = whole.append(try write(id, "a")) }
    reads.count = 0
    for id in 0..<1_000 { _ = whole.append(try write(id, "b")) }
    #expect(reads.count < 50_000)
    #expect(whole.rows.count == 1_000)
    var other = old
    other.apply(whole)
    #expect(other == table)
    // The last ones first, as a gesture does that goes back.
    for id in (1..<1_000).reversed() { _ = whole.append(try write(id, "")) }
    #expect(reads.count < 100_000)
    #expect(whole.rows.map(\.before?.number) == [0])
    _ = whole.append(try write(0, ""))
    #expect(whole.isEmpty)
    #expect(table == old)
  }

  @Test("A difference is the same after encoding and decoding")
  func coding() throws {
    var table = table()
    for change: (inout Table) -> Void in [
      { $0.setAll([Row(3), Row(1), Row(8)]) }, { $0.removeOne(1) }, { $0[id: 3]?.name = "x" },
    ] {
      let made = try self.change(&table, change)
      let data = try JSONEncoder().encode(made)
      #expect(try JSONDecoder().decode(EntityTable<Row>.Difference.self, from: data) == made)
    }
  }
}

/// A row that counts how often its id is read.
private struct CountedRow: Identifiable, Equatable {
  final class Reads {
    var count = 0
  }

  var number: Int
  var name = ""
  let reads: Reads

  var id: Int {
    reads.count += 1
    return number
  }

  static func == (one: CountedRow, other: CountedRow) -> Bool {
    (one.number, one.name) == (other.number, other.name)
  }
}

/// Random changes that are applied and reverted.
@Suite struct EntityDifferenceLawTests {
  static func change(_ table: inout EntityTable<Row>, _ generator: inout SeededGenerator) {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    func row() -> Row { Row(number(12), ["", "a", "b"][number(3)]) }
    let rows = (0..<number(5)).map { _ in row() }
    let name = row().name
    switch number(18) {
    case 0: table.addOne(row())
    case 1: table.addOne(row(), at: number(14) - 1)
    case 2: table.addMany(rows)
    case 3: table.setOne(row())
    case 4: table.setMany(rows)
    case 5: table.setAll(rows + Array(table.dropFirst(2)))
    case 6: table.updateOne(number(12)) { $0.name = name }
    case 7: table.updateMany(rows.map(\.id)) { $0.name += name }
    case 8: table.upsertMany(rows) { $0.name = $1.name }
    case 9: table.removeOne(number(12))
    case 10: table.removeMany(rows.map(\.id))
    case 11: table.removeAll { $0.name == name }
    case 12: table[id: number(12)]?.name = name
    case 13: table[id: number(12)] = number(2) == 0 ? nil : row()
    case 14:
      let target = number(12)
      table.updateOne(number(12)) { $0.id = target }
    case 15:
      let shift = number(12)
      table.updateMany(rows.map(\.id)) { $0.id = ($0.id + shift) % 12 }
    case 16: table.move(fromOffsets: rows.map(\.id), toOffset: number(12))
    default:
      if number(4) == 0 {
        table.removeAll()
      } else {
        table = EntityTable(rows + Array(table), sortedBy: table.order)
      }
    }
  }

  @Test(
    "A difference is applied and reverted, in sorted tables too, and nested ones agree",
    arguments: 0..<300)
  func thereAndBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let order: EntityOrder<Row>? = seed.isMultiple(of: 2) ? nil : EntityOrder(\.name)
    var table = EntityTable<Row>(
      (0..<8).map { Row($0, $0 < 4 ? "a" : "b") }, sortedBy: order)
    for step in 0..<40 {
      let isShared = Bool.random(using: &generator)
      let old = isShared ? table : EntityTable(Array(table), sortedBy: order)
      let outer = table.startRecording()
      var all: EntityTable<Row>.Difference?
      var isOne = true
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let before = table
        let inner = table.startRecording()
        for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.change(&table, &generator) }
        let made = table.finish(inner)
        var other = before
        if let made { other.apply(made) }
        #expect(other == table, "inner, seed \(seed), step \(step)")
        guard let made else { continue }
        if all == nil { all = made } else { isOne = all?.append(made) == true && isOne }
      }
      let made = table.finish(outer)
      if made == nil { #expect(old == table, "seed \(seed), step \(step)") }
      #expect(table.storage.openRecorder == nil)
      guard let made else { continue }
      let new = table
      let back = table.apply(made.reversed())
      try #require(table == old, "back, seed \(seed), step \(step)")
      if let back { table.apply(back.reversed()) }
      try #require(table == new, "and there, seed \(seed), step \(step)")
      if let all, isOne {
        var other = old
        other.apply(all)
        try #require(other == new, "appended, seed \(seed), step \(step)")
      }
      expectWhole(table, "seed \(seed), step \(step)")
    }
  }
}
