// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// Random changes of several copies of tables, compared with arrays that have no log and no index.
@Suite struct EntityTablePropertyTests {
  /// A table, what it must contain, and the rule that it has.
  private struct Line {
    var table: EntityTable<Row>
    var model: [Row] = []
    var order: EntityOrder<Row>?

    mutating func sortModel() {
      guard let order else { return }
      // Slow on purpose: a stable insertion sort.
      var sorted: [Row] = []
      for row in model {
        sorted.insert(row, at: (sorted.lastIndex { !order.precedes(row, $0) } ?? -1) + 1)
      }
      model = sorted
    }

    mutating func add(_ row: Row) {
      if !model.contains(where: { $0.id == row.id }) { model.append(row) }
    }

    mutating func set(_ row: Row) {
      if let position = model.firstIndex(where: { $0.id == row.id }) {
        model[position] = row
      } else {
        model.append(row)
      }
    }

    mutating func move(_ offsets: [Int], _ target: Int) {
      guard order == nil else { return }
      let target = min(max(target, 0), model.count)
      let all = Array(model.enumerated())
      let (moving, staying) = (
        all.filter { offsets.contains($0.offset) }, all.filter { !offsets.contains($0.offset) }
      )
      let (before, after) = (
        staying.filter { $0.offset < target }, staying.filter { $0.offset >= target }
      )
      model = (before + moving + after).map(\.element)
    }

    mutating func update(_ id: Int, _ change: (inout Row) -> Void) {
      guard let position = model.firstIndex(where: { $0.id == id }) else { return }
      change(&model[position])
      let new = model[position]
      if let other = model.indices.first(where: { $0 != position && model[$0].id == new.id }) {
        model.remove(at: other)
      }
    }

    /// An id that is not there any more means the row that had it.
    mutating func updateMany(_ ids: [Int], _ change: (inout Row) -> Void) {
      var renamed: [Int: Int] = [:]
      for id in ids {
        var id = id
        while !model.contains(where: { $0.id == id }), let new = renamed[id] { id = new }
        guard let row = model.first(where: { $0.id == id }) else { continue }
        var changed = row
        change(&changed)
        if changed.id != id { renamed[id] = changed.id }
        update(id) { $0 = changed }
      }
    }
  }

  private static let rules: [EntityOrder<Row>?] = [
    nil, EntityOrder(\.name), EntityOrder(\.name, descending: true), EntityOrder { $0.id < $1.id },
    EntityOrder(\Row.name).then(EntityOrder(\.id, descending: true)),
  ]

  private static func row(_ generator: inout SeededGenerator) -> Row {
    Row(
      Int.random(in: 0..<12, using: &generator),
      ["", "a", "b", "c"].randomElement(using: &generator) ?? "")
  }

  private static func rows(_ generator: inout SeededGenerator) -> [Row] {
    // Sometimes far more than there are ids, and more than the log takes.
    let most = Int.random(in: 0..<20, using: &generator) == 0 ? 1_200 : 6
    return (0..<Int.random(in: 0...most, using: &generator)).map { _ in row(&generator) }
  }

  private static func mutate(_ line: inout Line, _ generator: inout SeededGenerator) {
    let (row, rows) = (row(&generator), rows(&generator))
    let rename = Int.random(in: 0..<3, using: &generator) == 0
    func change(_ old: inout Row) {
      old.name = row.name
      if rename { old.id = (old.id + row.id) % 12 }
    }
    switch Int.random(in: 0..<22, using: &generator) {
    case 0:
      line.table.addOne(row)
      line.add(row)
    case 1:
      line.table.addMany(rows)
      rows.forEach { line.add($0) }
    case 2:
      line.table.setOne(row)
      line.set(row)
    case 3:
      line.table.setMany(rows)
      rows.forEach { line.set($0) }
    case 4:
      line.table.setAll(rows)
      line.model = []
      rows.forEach { line.set($0) }
    case 5, 6:
      line.table.removeOne(row.id)
      line.model.removeAll { $0.id == row.id }
    case 7:
      line.table.removeMany(rows.prefix(6).map(\.id))
      line.model.removeAll { row in rows.prefix(6).contains { $0.id == row.id } }
    case 8 where rename:
      line.table.removeAll(keepingCapacity: row.name == "a")
      line.model = []
    case 8:
      line.table.removeAll { $0.name == row.name }
      line.model.removeAll { $0.name == row.name }
    case 9, 10:
      line.table.updateOne(row.id, change)
      line.update(row.id, change)
    case 11:
      line.table.updateMany(rows.map(\.id), change)
      line.updateMany(rows.map(\.id), change)
    case 12:
      line.table.upsertOne(row) { old, new in old.name += new.name }
      if line.model.contains(where: { $0.id == row.id }) {
        line.update(row.id) { $0.name += row.name }
      } else {
        line.add(row)
      }
    case 13:
      line.table.upsertMany(rows.prefix(6)) { old, new in change(&old) }
      for row in rows.prefix(6) {
        if line.model.contains(where: { $0.id == row.id }) {
          line.update(row.id, change)
        } else {
          line.add(row)
        }
      }
    case 14:
      line.table[id: row.id]?.name += "d"
      line.update(row.id) { $0.name += "d" }
    case 15:
      line.table[id: row.id] = rename ? nil : row
      if rename { line.model.removeAll { $0.id == row.id } } else { line.set(row) }
    case 16:
      func take(_ entity: inout Row?) { entity = nil }
      take(&line.table[id: row.id])
      line.model.removeAll { $0.id == row.id }
    case 17:
      let offsets = rows.prefix(6).map { $0.id - 1 }
      line.table.move(fromOffsets: offsets, toOffset: row.id - 1)
      line.move(offsets, row.id - 1)
    case 18:
      let offsets = rows.prefix(3).map { $0.id - 1 }
      line.table.remove(atOffsets: offsets)
      for offset in line.model.indices.reversed() where offsets.contains(offset) {
        line.model.remove(at: offset)
      }
    case 19, 20:
      // The tests of differences check the rows; here their log is checked.
      let recording = line.table.startRecording()
      line.table.addOne(row, at: row.id - 2)
      if rename { line.table.setAll(Array(line.table.reversed())) }
      line.table.setMany(rows.prefix(4))
      let made = line.table.finish(recording)
      line.table.updateOne(row.id, change)
      if let made, row.id > 3 { line.table.revert(made) { old, _, new in old.name += new.name } }
      line.model = Array(line.table)
    default:
      line.order = rules.randomElement(using: &generator) ?? nil
      line.table.sort(by: line.order)
    }
    line.sortModel()
  }

  /// An earlier version of a table: its stamp, and the rows of the model.
  private struct Memory {
    let stamp: EntityStamp
    let model: [Row]
  }

  /// What is wrong about the answer; nil if there is no answer.
  private func problems(_ line: Line, since memory: Memory) -> [String]? {
    guard let changes = line.table.changes(since: memory.stamp) else { return nil }
    let (old, new) = (memory.model, line.model)
    let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(new.map(\.id)))
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let written = new.filter { row in before[row.id].map { $0 != row } ?? false }.map(\.id)
    let both = oldIDs.intersection(newIDs)
    let sameOrder = old.map(\.id).filter(both.contains) == new.map(\.id).filter(both.contains)
    let promises = [
      "inserted": changes.inserted == newIDs.subtracting(oldIDs),
      "removed": changes.removed == oldIDs.subtracting(newIDs),
      "updated too many": changes.updated.isSubset(of: both),
      "updated too few": changes.updated.isSuperset(of: written),
      "membership": changes.membershipChanged == (oldIDs != newIDs),
      "order": changes.orderChanged || sameOrder,
      "an id twice": changes.count == Set(changes.map(\.id)).count,
      "empty": !changes.isEmpty || old == new,
    ]
    return promises.filter { !$0.value }.map(\.key)
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func aTableAnswersExactlyOrNotAtAll(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let order = Self.rules.randomElement(using: &generator) ?? nil
    var lines = (0..<3).map { _ in
      Line(table: EntityTable([], sortedBy: order), order: order)
    }
    var memories: [Memory] = []
    var kept: [Line] = []
    var answers = 0
    for step in 0..<120 {
      let place: Comment = "seed \(seed), step \(step)"
      let here = Int.random(in: 0..<lines.count, using: &generator)
      let there = Int.random(in: 0..<lines.count, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: lines[here] = lines[there]
      case 1: lines.swapAt(here, there)
      case 2: if let old = kept.randomElement(using: &generator) { lines[here] = old }
      case 3: kept.append(lines[here])
      default: Self.mutate(&lines[here], &generator)
      }
      expectWhole(lines[here].table, place)
      #expect(lines[here].table.elementsEqual(lines[here].model), place)
      for line in lines {
        memories.append(Memory(stamp: line.table.stamp, model: line.model))
        #expect(problems(line, since: memories[memories.count - 1]) == [], place)
      }
      for _ in 0..<20 {
        guard let memory = memories.randomElement(using: &generator) else { continue }
        guard let problems = problems(lines[here], since: memory) else { continue }
        #expect(problems == [], place)
        answers += 1
      }
    }
    // Copies that were kept are as they were, however much the others changed.
    for line in kept { #expect(line.table.elementsEqual(line.model), "seed \(seed)") }
    #expect(answers > 200, "seed \(seed): too few questions were answered to prove anything")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func oneLineThatForgetsNothingAlwaysAnswers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var line = Line(table: EntityTable())
    var memories = [Memory(stamp: line.table.stamp, model: [])]
    for step in 0..<100 {
      let row = Self.row(&generator)
      if Bool.random(using: &generator) {
        line.table.setOne(row)
        line.set(row)
      } else {
        line.table.removeOne(row.id)
        line.model.removeAll { $0.id == row.id }
      }
      memories.append(Memory(stamp: line.table.stamp, model: line.model))
      let wrong = memories.filter { problems(line, since: $0) != [] }
      #expect(wrong.isEmpty, "seed \(seed), step \(step)")
    }
  }
}
