// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EffectTableTests {
  private func entry(_ ids: [EffectID] = [], scope: UInt64 = 0) -> EffectTable.Entry {
    EffectTable.Entry(token: EffectToken(), task: Task {}, scope: scope, ids: ids)
  }

  @Test func keysNeverRepeat() {
    var table = EffectTable()
    let keys = (0..<100).map { _ in table.nextKey() }
    #expect(Set(keys).count == 100)
    #expect(keys == keys.sorted())
  }

  @Test func anEffectIsFoundOnceByItsKey() {
    var table = EffectTable()
    #expect(table.isEmpty)
    table.insert(entry(scope: 7), key: 1)
    #expect(!table.isEmpty)
    #expect(table.remove(2) == nil)
    #expect(table.remove(1)?.scope == 7)
    #expect(table.remove(1) == nil)
    #expect(table.isEmpty)
  }

  @Test func cancellingMarksTokenAndTaskAndKeepsTheEntryUntilItEnds() {
    var table = EffectTable()
    let entry = entry([EffectID(1)])
    table.insert(entry, key: 1)
    table.cancel(EffectID(1))
    #expect(entry.token.isCancelled)
    #expect(entry.task.isCancelled)
    #expect(table.byID.isEmpty)
    #expect(table.remove(1) != nil)
  }

  @Test func anOldEffectThatEndsLeavesTheNewOneWithItsId() {
    var table = EffectTable()
    let (old, new) = (entry([EffectID(1)]), entry([EffectID(1)]))
    table.insert(old, key: 1)
    table.cancel(EffectID(1))
    table.insert(new, key: 2)
    #expect(table.remove(1) != nil)
    #expect(!new.token.isCancelled)
    table.cancel(EffectID(1))
    #expect(new.token.isCancelled)
  }

  @Test func theSameIdTwiceIsOneId() {
    var table = EffectTable()
    let entry = entry([EffectID(1), EffectID(1)])
    table.insert(entry, key: 1)
    #expect(table.remove(1) != nil)
    #expect(table.byID.isEmpty)
  }

  @Test func cancelAllEmptiesTheTable() {
    var table = EffectTable()
    let entries = [entry(), entry([EffectID(1)]), entry([EffectID(1), EffectID("a")])]
    for (index, entry) in entries.enumerated() { table.insert(entry, key: UInt64(index)) }
    table.cancelAll()
    #expect(entries.allSatisfy { $0.token.isCancelled && $0.task.isCancelled })
    #expect(table.isEmpty)
    #expect(table.byID.isEmpty)
    #expect(table.remove(0) == nil)
  }

  /// The table as two plain lists: what runs, and what was cancelled.
  private struct Model {
    var running: [(key: UInt64, ids: Set<Int>, entry: EffectTable.Entry)] = []
    var cancelled: Set<UInt64> = []
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func itBehavesLikeAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = EffectTable()
    var model = Model()
    for step in 0..<200 {
      let place: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        let ids = Set((0..<3).filter { _ in Bool.random(using: &generator) })
        let entry = entry(ids.map { EffectID($0) })
        let key = table.nextKey()
        table.insert(entry, key: key)
        model.running.append((key, ids, entry))
      case 5..<8:
        guard let index = model.running.indices.randomElement(using: &generator) else { continue }
        let (key, _, entry) = model.running.remove(at: index)
        #expect(table.remove(key)?.token === entry.token, place)
      default:
        let id = Int.random(in: 0..<4, using: &generator)
        table.cancel(EffectID(id))
        for effect in model.running where effect.ids.contains(id) {
          model.cancelled.insert(effect.key)
        }
      }
      #expect(Set(table.entries.keys) == Set(model.running.map(\.key)), place)
      for effect in model.running {
        #expect(effect.entry.token.isCancelled == model.cancelled.contains(effect.key), place)
      }
      let ids = model.running.filter { !model.cancelled.contains($0.key) }.flatMap(\.ids)
      #expect(Set(ids.map { EffectID($0) }).isSubset(of: table.byID.keys), place)
      #expect(table.byID.values.allSatisfy { !$0.isEmpty }, place)
    }
    for effect in model.running { #expect(table.remove(effect.key) != nil, "seed \(seed)") }
    #expect(table.isEmpty && table.byID.isEmpty, "seed \(seed)")
  }
}
