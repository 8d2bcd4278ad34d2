// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct WatchedRowsTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func itBehavesLikeADictionaryOfLists(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var rows = WatchedRows<Int>()
    var model: [Int: [RowWatcher<Int>]] = [:]
    for step in 0..<200 {
      let row = Int.random(in: 0..<8, using: &generator)
      if Bool.random(using: &generator) {
        let watcher = RowWatcher(row: row)
        rows.add(watcher)
        model[row, default: []].insert(watcher, at: 0)
      } else if let victim = model[row]?.randomElement(using: &generator) {
        rows.remove(victim)
        model[row]?.removeAll { $0 === victim }
        #expect(victim.next == nil)
      }
      var found: [StoreObserver] = []
      rows.forEach(of: row) { found.append($0) }
      #expect(
        found.count == model[row]?.count ?? 0
          && Set(found.map(ObjectIdentifier.init))
            == Set((model[row] ?? []).map(ObjectIdentifier.init)),
        "seed \(seed), step \(step)")
      var all = 0
      rows.forEach { _ in all += 1 }
      #expect(all == model.values.map(\.count).reduce(0, +), "seed \(seed), step \(step)")
      #expect(rows.isEmpty == model.values.allSatisfy(\.isEmpty), "seed \(seed), step \(step)")
    }
  }

  @Test func whoIsNotThereIsNotRemoved() {
    var rows = WatchedRows<Int>()
    let (there, stranger) = (RowWatcher(row: 1), RowWatcher(row: 1))
    rows.remove(stranger)
    rows.add(there)
    rows.remove(stranger)
    var found: [StoreObserver] = []
    rows.forEach(of: 1) { found.append($0) }
    #expect(found.count == 1 && found[0] === there)
  }

  /// Whoever goes next is found at once, from the first to the last and from the last to the first.
  @Test func whoGoesNextIsNear() {
    var rows = WatchedRows<Int>()
    let watchers = (0..<100).map { _ in RowWatcher(row: 1) }
    watchers.forEach { rows.add($0) }
    for (watcher, next) in zip(watchers, watchers.dropFirst()) {
      rows.remove(watcher)
      #expect(rows.chains.first?.first === next)
    }
    rows.remove(watchers[99])
    #expect(rows.isEmpty)
    watchers.forEach { rows.add($0) }
    for watcher in watchers.reversed() {
      #expect(rows.chains.first?.first === watcher)
      rows.remove(watcher)
    }
    #expect(rows.isEmpty)
  }
}
