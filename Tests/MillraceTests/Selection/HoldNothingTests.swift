// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// A value without observers is not held: a write to it happens in place.
@MainActor
@Suite struct HoldNothingTests {
  private struct App: Sendable {
    var directory = Directory(count: 10_000)
    var ledger = Ledger(payload: Array(repeating: 0, count: 65_536))
    var title = ""
  }

  private typealias AppStore = Store<App, @Sendable (inout App) -> Void>

  private func store() -> AppStore {
    AppStore(initialState: App(), reducer: Reducer { state, change in change(&state) })
  }

  /// Writes two elements and returns whether the array has stayed in place.
  private func writesInPlace(_ store: AppStore) -> Bool {
    let before = store.state.ledger.payloadAddress
    store.dispatch { $0.ledger.payload[7] += 1 }
    store.dispatch { $0.ledger.payload[8] += 1 }
    return store.state.ledger.payloadAddress == before
  }

  /// Changes a row and returns whether the storage of the table has stayed in place.
  private func tableWritesInPlace(_ store: AppStore, _ id: Int) -> Bool {
    let log = Log()
    store.dispatch { app in
      let before = app.directory.entries.storageAddress
      app.directory.entries[id: id]?.value += 1
      if app.directory.entries.storageAddress == before { log.append("in place") }
    }
    return log.lines == ["in place"]
  }

  @Test func whileTenThousandRowsAreWatched() {
    let store = store()
    var all: [StoreSubscription] = []
    for id in 0..<10_000 {
      store.subscribe(to: .row(id, of: \.directory.entries)) { _ in }.store(in: &all)
    }
    #expect(writesInPlace(store))
    #expect(tableWritesInPlace(store, 5))
    #expect(tableWritesInPlace(store, 5))
    all.forEach { $0.cancel() }
  }

  @Test func whileACountAndASumAreWatched() {
    let store = store()
    let all = [
      store.subscribe(to: .count(of: \.directory.entries)) { _ in },
      store.subscribe(to: \.ledger.payload.count) { _ in },
      store.subscribe(to: StateSelector { (app: App) in app.ledger.payload.reduce(0, +) }) { _ in },
    ]
    #expect(writesInPlace(store))
    #expect(tableWritesInPlace(store, 5))
    all.forEach { $0.cancel() }
  }

  @Test func whileIdsAreWatched() {
    let store = store()
    let watch = store.subscribe(to: .ids(of: \.directory.entries)) { _ in }
    #expect(tableWritesInPlace(store, 5))
    watch.cancel()
  }

  @Test func whileAllRowsAreAnInput() {
    let store = store()
    let sum = createSelector(.all(of: \App.directory.entries), StateSelector(\.title)) { rows, _ in
      rows.reduce(0) { $0 + $1.value }
    }
    let watch = store.subscribe(to: sum) { _ in }
    #expect(tableWritesInPlace(store, 5))
    store.dispatch { $0.title = "another" }
    #expect(tableWritesInPlace(store, 6))
    #expect(store.select(sum) == 2)
    watch.cancel()
    #expect(store.select(sum) == 2)
    #expect(tableWritesInPlace(store, 7))
    #expect(store.select(sum) == 3)
  }

  @Test func whileAllRowsAreADependency() {
    let store = store()
    let count = StateSelector(
      dependencySelector: .all(of: \App.directory.entries),
      outputSelector: StateSelector { (app: App) in app.directory.entries.count })
    let watch = store.subscribe(to: count) { _ in }
    #expect(tableWritesInPlace(store, 5))
    #expect(tableWritesInPlace(store, 6))
    watch.cancel()
  }

  @Test func afterADirectCallThatLooksAtAllRows() {
    let store = store()
    let sum = createSelector(
      .all(of: \App.directory.entries), StateSelector(\App.directory.title)
    ) { rows, title in rows.reduce(title.count) { $0 + $1.value } }
    #expect(sum(store.state) == 0)
    #expect(tableWritesInPlace(store, 5))
    // Each computation reads the rows of the current table: no copy of the table is held.
    #expect(sum(store.state) == 1)
    #expect(sum(store.state) == 1)
    store.dispatch { $0.directory.title = "two" }
    #expect(sum(store.state) == 4)
    #expect(sum.recomputations == 3)
    #expect(tableWritesInPlace(store, 5))
    #expect(sum(store.state) == 5)
  }

  @Test func whileASiblingIsWatched() {
    let store = store()
    let all = [
      store.subscribe(to: \.ledger.count) { _ in }, store.subscribe(to: \.ledger.notes) { _ in },
      store.subscribe(to: \.directory.title) { _ in }, store.subscribe(to: \.title) { _ in },
    ]
    #expect(writesInPlace(store))
    #expect(tableWritesInPlace(store, 5))
    all.forEach { $0.cancel() }
  }

  @Test func whileAProjectionOfTheParentIsWatched() {
    let store = store()
    let ledger: StoreProjection<Ledger, Int> = store.projection(
      action: { _ in nil }, state: \.ledger)
    let row: StoreProjection<Entry?, Int> = store.projection(
      action: { _ in nil }, row: 3, of: \.directory.entries)
    let sum = createSelector(\Ledger.count, \.other) { $0 + $1 }
    let all = [
      ledger.subscribe(to: \.count) { _ in }, ledger.subscribe(to: sum) { _ in },
      row.subscribe(to: \.?.value) { _ in },
    ]
    #expect(writesInPlace(store))
    #expect(tableWritesInPlace(store, 3))
    all.forEach { $0.cancel() }
  }

  @Test func whileFiltersAreInUse() {
    let store = store()
    let watch = store.subscribe(
      to: StateSelector(\.title), filter: { state, _ in state.ledger.payload[7] >= 0 }
    ) { _ in }
    #expect(writesInPlace(store))
    #expect(tableWritesInPlace(store, 5))
    watch.cancel()
  }

  /// A watched array costs one copy per change, and its siblings none.
  @Test func aWatchedArrayIsCopiedAndNothingElse() {
    let store = store()
    let watch = store.subscribe(to: \.ledger.payload) { _ in }
    let before = store.state.ledger.payloadAddress
    store.dispatch { $0.title = "another" }
    #expect(store.state.ledger.payloadAddress == before)
    store.dispatch { $0.ledger.payload[7] += 1 }
    #expect(store.state.ledger.payloadAddress != before)
    #expect(tableWritesInPlace(store, 5))
    watch.cancel()
    #expect(writesInPlace(store))
  }
}

extension EntityTable {
  fileprivate var storageAddress: UInt {
    UInt(bitPattern: storage.rows.buffer?.first)
  }
}
