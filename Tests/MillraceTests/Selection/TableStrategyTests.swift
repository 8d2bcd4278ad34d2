// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct TableStrategyTests {
  private let sum = createSelector(.all(of: \Directory.entries)) { rows in
    rows.reduce(0) { $0 + $1.value }
  }

  @Test func whatLooksAtAllRowsIsComputedWhenTheTableChanged() {
    let store = DirectoryStore(count: 100)
    let log = Log()
    let watch = store.subscribe(to: sum) { log.append("\($0)") }
    #expect(store.cost { store.dispatch { $0.entries[id: 7]?.value = 5 } }.selectorsComputed == 1)
    #expect(store.cost { store.dispatch { $0.title = "another" } }.selectorsComputed == 0)
    #expect(store.cost { store.dispatch { $0.entries.removeOne(7) } }.selectorsComputed == 1)
    #expect(log.lines == ["5", "0"])
    watch.cancel()
    store.dispatch { $0.entries[id: 8]?.value = 3 }
    #expect(store.read(sum) == 3)
    #expect(sum(store.state) == 3)
  }

  @Test func twoThatAskForTheSameTableShareOneComparison() {
    let store = DirectoryStore(count: 100)
    let largest = createSelector(.all(of: \Directory.entries)) { $0.map(\.value).max() }
    let all = [store.subscribe(to: sum) { _ in }, store.subscribe(to: largest) { _ in }]
    let cost = store.cost { store.dispatch { $0.entries[id: 7]?.value = 5 } }
    #expect(cost.slicesCompared == 1)
    #expect(cost.selectorsComputed == 2)
    all.forEach { $0.cancel() }
  }

  @Test func aTableCanBeWatchedItself() {
    let store = DirectoryStore(count: 3)
    var counts: [Int] = []
    let watch = store.subscribe(to: .all(of: \.entries), initial: true) { counts.append($0.count) }
    store.dispatch { $0.entries.removeOne(1) }
    store.dispatch { $0.title = "another" }
    #expect(counts == [3, 2])
    watch.cancel()
    #expect(store.read(.all(of: \.entries)).ids == [0, 2])
  }

  @Test func itCanBeReadThroughAProjection() {
    struct App: Sendable { var directory = Directory(count: 10) }
    let store = Store<App, Int>(
      initialState: App(),
      reducer: Reducer { app, id in app.directory.entries[id: id]?.value += 1 })
    let part: StoreProjection<Directory, Int> = store.projection(
      action: { $0 }, state: \.directory)
    let computed: StoreProjection<Directory, Int> = store.projection(
      action: { $0 }, state: { (app: App) in app.directory })
    var sums: [String] = []
    let all = [
      part.subscribe(to: sum) { sums.append("part \($0)") },
      computed.subscribe(to: sum) { sums.append("computed \($0)") },
    ]
    part.dispatch(3)
    computed.dispatch(4)
    #expect(sums == ["part 1", "computed 1", "part 2", "computed 2"])
    all.forEach { $0.cancel() }
  }

  @Test func theSameKeyPathIsTheSameSelector() {
    let one: StateSelector<Directory, EntityTable<Entry>> = .all(of: \.entries)
    #expect(one.identity == StateSelector.all(of: \Directory.entries).identity)
    #expect(one.identity != StateSelector.ids(of: \Directory.entries).identity)
    #expect(one.identity != StateSelector(\Directory.entries).identity)
  }

  @Test func whatIsWatchedCannotBeReplaced() {
    let store = DirectoryStore(count: 3)
    let watch = store.subscribe(to: .all(of: \.entries)) { _ in }
    #expect(!store.replaceOutput(of: .all(of: \.entries), with: EntityTable()))
    watch.cancel()
    #expect(store.replaceOutput(of: .all(of: \.entries), with: EntityTable()))
    #expect(store.read(.all(of: \.entries)).isEmpty)
  }

  @Test(arguments: [false, true]) func aWatchedRowCannotBeReplaced(hasFilter: Bool) {
    let store = DirectoryStore(count: 3)
    let first = StateSelector.row(1, of: \Directory.entries)
    let second = StateSelector.row(2, of: \Directory.entries)
    let watch =
      hasFilter
      ? store.subscribe(to: first, filter: { _, _ in true }) { _ in }
      : store.subscribe(to: first) { _ in }
    #expect(!store.replaceOutput(of: first, with: nil))
    #expect(store.replaceOutput(of: second, with: nil))
    #expect(store.read(first) != nil)
    #expect(store.read(second) == nil)
    watch.cancel()
    #expect(store.replaceOutput(of: first, with: nil))
    #expect(store.read(first) == nil)
  }
}
