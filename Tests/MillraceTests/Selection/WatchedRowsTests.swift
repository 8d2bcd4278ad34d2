// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
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
        #expect(victim.next == nil && victim.previous == nil)
      }
      var found: [StoreObserver] = []
      rows.forEach(of: row) { found.append($0) }
      // The latest comes first, in whatever order others were removed.
      #expect(
        found.map(ObjectIdentifier.init) == (model[row] ?? []).map(ObjectIdentifier.init),
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

  @Test func observerOfAnIDThatIsNotEqualToItselfIsNotKept() {
    var rows = WatchedRows<Double>()
    weak var gone: RowWatcher<Double>?
    do {
      let watcher = RowWatcher(row: Double.nan)
      rows.add(watcher)
      rows.remove(watcher)
      gone = watcher
    }
    #expect(gone == nil)
    #expect(rows.isEmpty)
  }

  /// Watchers of one row can be removed in any order; the others keep theirs.
  @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 3, 4, 1]])
  func theOthersOfARowKeepTheirOrder(order: [Int]) {
    var rows = WatchedRows<Int>()
    let watchers = (0..<5).map { _ in RowWatcher(row: 1) }
    watchers.forEach { rows.add($0) }
    var left = Array(watchers.indices)
    for index in order {
      rows.remove(watchers[index])
      left.removeAll { $0 == index }
      var found: [ObjectIdentifier] = []
      rows.forEach(of: 1) { found.append(ObjectIdentifier($0)) }
      #expect(found == left.reversed().map { ObjectIdentifier(watchers[$0]) })
    }
    #expect(rows.isEmpty)
  }

  @Test func observersOfAnIDThatIsNotEqualToItselfEndWithTheStore() {
    struct Item: Identifiable, Equatable, Sendable {
      let id: Double
      var value = 0
    }
    struct Items: Sendable {
      var count = 0
      var table = EntityTable<Item>()
    }
    var store: Store<Items, Int>? = Store(
      initialState: Items(), reducer: Reducer { items, number in items.count += number })
    let row = StateSelector<Items, Int?>.row(Double.nan, of: \.table, \.value)
    let sum = createSelector(row, StateSelector(\Items.count), checks: SelectorChecks.off) {
      ($0 ?? 0) + $1
    }
    let derived = store?.subscribe(to: sum) { _ in }
    store?.dispatch(1)
    derived?.cancel()
    #expect(store?.engine.observers.graph.nodes.isEmpty == true)
    let subscription = store?.subscribe(to: .row(Double.nan, of: \.table)) { _ in }
    store?.dispatch(1)
    store = nil
    subscription?.cancel()
  }
}
