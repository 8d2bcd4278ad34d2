// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The exact cost of watched rows.
@MainActor
@Suite struct RowsNodeTests {
  private func counters(slices: Int, rows: Int, computed: Int = 0, called: Int) -> StoreCounters {
    var counters = StoreCounters()
    counters.slicesCompared = slices
    counters.rowsCompared = rows
    counters.selectorsComputed = computed
    counters.observersCalled = called
    return counters
  }

  /// Watches every row and logs each call.
  private func watchAll(_ store: DirectoryStore, _ log: Log) -> [StoreSubscription] {
    store.state.entries.ids.map { id in
      store.subscribe(to: .row(id, of: \.entries)) { row in
        log.append("\(id): \(row.map { "\($0.value)" } ?? "-")")
      }
    }
  }

  @Test func oneChangedRowOfTenThousandWatchedCostsOneRow() {
    let (store, log) = (DirectoryStore(count: 10_000), Log())
    let all = watchAll(store, log)
    #expect(
      store.cost { store.dispatch { $0.entries[id: 77]?.value = 5 } }
        == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["77: 5"])
    // The old value is written again.
    #expect(
      store.cost { store.dispatch { $0.entries[id: 78]?.value = 0 } }
        == counters(slices: 1, rows: 1, called: 0))
    // A change outside of the table.
    #expect(
      store.cost { store.dispatch { $0.title = "x" } }
        == counters(slices: 1, rows: 0, called: 0))
    #expect(
      store.cost { store.dispatch { $0.entries.removeOne(4) } }
        == counters(slices: 1, rows: 1, called: 1))
    #expect(
      store.cost { store.dispatch { $0.entries.addOne(Entry(id: 4, value: 9)) } }
        == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["77: 5", "4: -", "4: 9"])
    #expect(store.held.selections == 1)
    all.forEach { $0.cancel() }
    #expect(store.held.selections == 0)
  }

  @Test func aLargeTableReportsMoreThan512ChangedRows() {
    let (store, log) = (DirectoryStore(count: 10_000), Log())
    let all = watchAll(store, log)
    #expect(
      store.cost { store.dispatch { $0.entries.updateMany(0..<513) { $0.value = 1 } } }
        == counters(slices: 1, rows: 513, called: 513))
    #expect(log.lines == (0..<513).map { "\($0): 1" })
    withExtendedLifetime(all) {}
  }

  /// All observers are compared, and those with a change are called in the order of subscription.
  @Test(arguments: [false, true])
  func observersOfManyRowsKeepTheirOrder(inBatch: Bool) {
    let (store, log) = (DirectoryStore(count: 1_000), Log())
    let ids = (0..<1_000).map { $0 * 7 % 1_000 }
    let all = ids.map { id in
      store.subscribe(to: .row(id, of: \.entries)) { log.append("\(id): \($0?.value ?? -1)") }
    }
    func change(_ value: Int) {
      store.dispatch { directory in
        directory.entries.updateMany(0..<1_000) { if $0.id % 3 == 0 { $0.value = value } }
      }
    }
    if inBatch {
      store.batch {
        change(1)
        _ = store.select(createSelector(\.title) { $0.count })
        change(2)
      }
    } else {
      change(2)
    }
    #expect(log.lines == ids.filter { $0 % 3 == 0 }.map { "\($0): 2" })
    withExtendedLifetime(all) {}
  }

  /// The rule of the input decides when to compute; the computation uses the current row.
  @Test func anInputWithARuleOfItsOwnHasTheCurrentRow() {
    let (store, log) = (DirectoryStore(count: 3), Log())
    let row: StoreProjection<Entry?, Int> = store.projection(
      action: { _ in nil }, row: 1, of: \.entries)
    let coarse = StateSelector(\Entry?.?.value) { abs(($0 ?? 0) - ($1 ?? 0)) >= 10 }
    let label = createSelector(coarse, StateSelector(\Entry?.?.name)) { "\($1 ?? ""): \($0 ?? 0)" }
    let subscription = row.subscribe(to: label) { log.append($0) }
    store.dispatch { $0.entries[id: 1]?.value = 4 }
    #expect(log.lines.isEmpty)
    store.dispatch { $0.entries[id: 1]?.name = "a" }
    store.dispatch { $0.entries[id: 1]?.value = 13 }
    store.dispatch { $0.entries[id: 1]?.value = 14 }
    #expect(log.lines == ["a: 4", "a: 14"])
    #expect(row.select(coarse) == 14)
    subscription.cancel()
  }

  @Test func tenThousandProjectionsOfOneRowEachCostWhatChanges() {
    let (store, log) = (DirectoryStore(count: 10_000), Log())
    var all: [StoreSubscription] = []
    for id in 0..<10_000 {
      let row: StoreProjection<Entry?, Int> = store.projection(
        action: { _ in nil }, row: id, of: \.entries)
      row.subscribe(to: \.?.value) { log.append("\(id): \($0 ?? -1)") }.store(in: &all)
    }
    #expect(
      store.cost { store.dispatch { $0.entries[id: 77]?.value = 5 } }
        == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["77: 5"])
    // Another field of a watched row.
    #expect(
      store.cost { store.dispatch { $0.entries[id: 77]?.name = "x" } }
        == counters(slices: 1, rows: 1, called: 0))
    #expect(store.held.selections == 1)
  }

  /// A closure of one row runs only after a change of that row, also as an input.
  @Test func aClosureInAProjectionOfARowRunsWhenThatRowChanges() {
    let (store, runs, log) = (DirectoryStore(count: 3), Log(), Log())
    let double = StateSelector { (entry: Entry?) in
      runs.append("run")
      return (entry?.value ?? -1) * 2
    }
    let text = createSelector(double, checks: SelectorChecks.off) { "double \($0)" }
    let all = (0..<3).flatMap { id in
      let row: StoreProjection<Entry?, Int> = store.projection(
        action: { _ in nil }, row: id, of: \.entries)
      return [
        row.subscribe(to: double) { log.append("\(id): \($0)") },
        row.subscribe(to: text) { log.append("\(id): \($0)") },
      ]
    }
    runs.clear()
    store.dispatch { $0.title = "x" }
    #expect(runs.lines.isEmpty)
    #expect(
      store.cost { store.dispatch { $0.entries[id: 1]?.value = 5 } }
        == counters(slices: 1, rows: 2, computed: 1, called: 2))
    store.dispatch { $0.entries.removeOne(2) }
    // Once for the observer of the row, and once for the selector.
    #expect(runs.lines.count == 4)
    #expect(log.lines == ["1: 10", "1: double 10", "2: -2", "2: double -2"])
    #expect(store.held.selections == 7)
    all.forEach { $0.cancel() }
  }

  @Test func aTableThatCannotTellHasWatchedRowsLookedAt() {
    let (store, log) = (DirectoryStore(count: 1_000), Log())
    let all = [3, 500].map { id in
      store.subscribe(to: .row(id, of: \.entries, \.value)) { log.append("\(id): \($0 ?? -1)") }
    }
    // Another table with equal rows, then one with other rows.
    #expect(
      store.cost { store.dispatch { $0.entries = Directory(count: 1_000).entries } }
        == counters(slices: 1, rows: 2, called: 0))
    #expect(
      store.cost { store.dispatch { $0.entries = EntityTable([Entry(id: 3, value: 8)]) } }
        == counters(slices: 1, rows: 2, called: 2))
    #expect(log.lines == ["3: 8", "500: -1"])
    all.forEach { $0.cancel() }
  }

  @Test func severalWatchersOfOneRowAreCalledInTheirOrder() {
    let (store, log) = (DirectoryStore(count: 10), Log())
    var all: [StoreSubscription] = []
    for name in ["a", "b", "c"] {
      store.subscribe(to: .row(5, of: \.entries)) { _ in log.append(name) }.store(in: &all)
    }
    store.dispatch { $0.entries[id: 5]?.value = 1 }
    all[0].cancel()
    store.dispatch { $0.entries[id: 5]?.value = 2 }
    all[2].cancel()
    store.subscribe(to: .row(5, of: \.entries)) { _ in log.append("d") }.store(in: &all)
    store.dispatch { $0.entries[id: 5]?.value = 3 }
    #expect(log.lines == ["a", "b", "c", "b", "c", "b", "d"])
    all.forEach { $0.cancel() }
    #expect(store.held.selections == 0)
  }

  @Test func aRowMayFeedOtherSelectors() {
    let (store, log) = (DirectoryStore(count: 10), Log())
    let pair = createSelector(
      StateSelector.row(1, of: \Directory.entries, \.value), .row(2, of: \.entries, \.value)
    ) { "\($0 ?? -1) \($1 ?? -1)" }
    let watch = store.subscribe(to: pair) { log.append($0) }
    let row = store.subscribe(to: .row(1, of: \.entries, \.value)) { log.append("\($0 ?? -1)") }
    #expect(
      store.cost { store.dispatch { $0.entries[id: 1]?.value = 7 } }
        == counters(slices: 1, rows: 2, computed: 1, called: 2))
    #expect(
      store.cost { store.dispatch { $0.entries[id: 3]?.value = 7 } }
        == counters(slices: 1, rows: 0, called: 0))
    row.cancel()
    store.dispatch { $0.entries.removeAll() }
    #expect(log.lines == ["7 0", "7", "-1 -1"])
    watch.cancel()
    #expect(store.held.selections == 0)
  }

  @Test func manyDispatchesInABatchCostOneLook() {
    let (store, log) = (DirectoryStore(count: 1_000), Log())
    let all = watchAll(store, log)
    #expect(
      store.cost {
        store.batch { for id in 0..<100 { store.dispatch { $0.entries[id: id]?.value = 1 } } }
      } == counters(slices: 1, rows: 100, called: 100))
    all.forEach { $0.cancel() }
  }

  /// A watcher is called exactly if its row differs from the last one that it got.
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func watchersOfRowsHearExactlyWhatDiffers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let store = DirectoryStore(count: 20)
    var told: [Int: Entry?] = [:]
    var calls: [Int] = []
    var watches: [Int: StoreSubscription] = [:]
    var saved = store.state.entries
    for step in 0..<150 {
      let id = Int.random(in: 0..<25, using: &generator)
      let value = Int.random(in: 0..<3, using: &generator)
      let number = Int.random(in: 0..<10, using: &generator)
      calls = []
      let before = told
      switch number {
      case 0:
        watches[id] = store.subscribe(to: .row(id, of: \.entries), initial: true) {
          told[id] = .some($0)
          calls.append(id)
        }
        calls = []
      case 1: watches[id] = nil
      case 2: saved = store.state.entries
      case 3: store.dispatch { [saved] in $0.entries = saved }
      case 4: store.dispatch { $0.entries.removeOne(id) }
      case 5: store.dispatch { $0.entries.setOne(Entry(id: id, value: value)) }
      case 6: store.batch { for _ in 0..<2 { store.dispatch { $0.entries[id: id]?.value += 1 } } }
      default: store.dispatch { $0.entries[id: id]?.value = value }
      }
      for (id, _) in watches {
        let row = store.state.entries[id: id]
        #expect(told[id] == .some(row), "seed \(seed), step \(step), row \(id)")
        if number > 0 && before[id] == .some(row) {
          #expect(!calls.contains(id), "seed \(seed), step \(step): row \(id) told twice")
        }
      }
      #expect(Set(calls).count == calls.count, "seed \(seed), step \(step)")
    }
  }
}
