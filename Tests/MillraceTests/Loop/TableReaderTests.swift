// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct TableReaderTests {
  /// The names of the reads that report a change while `body` runs.
  private func changed(
    _ reads: KeyValuePairs<String, @MainActor () -> Void>, by body: @MainActor () -> Void
  ) -> [String] {
    let log = Log()
    for (name, read) in reads {
      withObservationTracking(read) { log.append(name) }
    }
    body()
    return log.lines.sorted()
  }

  private func all(
    _ store: DirectoryStore, by change: @escaping @Sendable (inout Directory) -> Void
  ) -> [String] {
    changed(
      [
        "row 3": { _ = store.entries[3]?.value },
        "row 3 by its label": { _ = store.entries[id: 3] },
        "row 4": { _ = store.entries[4]?.name },
        "row 99": { _ = store.entries[99]?.name },
        "ids": { _ = store.entries.ids },
        "count": { _ = store.entries.count },
        "isEmpty": { _ = store.entries.isEmpty },
        "contains 3": { _ = store.entries.contains(id: 3) },
        "loop": { for entry in store.entries { _ = entry } },
        "title": { _ = store.title },
      ]
    ) { store.dispatch(change) }
  }

  @Test func aReadFollowsWhatItReadsAndNothingElse() {
    let store = DirectoryStore(count: 10)
    #expect(all(store) { $0.title = "x" } == ["title"])
    #expect(
      all(store) { $0.entries[id: 3]?.value += 1 } == ["loop", "row 3", "row 3 by its label"])
    #expect(all(store) { $0.entries[id: 5]?.value += 1 } == ["loop"])
    #expect(
      all(store) { $0.entries.addOne(Entry(id: 99)) } == ["count", "ids", "loop", "row 99"])
    #expect(
      all(store) { $0.entries.removeOne(3) }
        == ["contains 3", "count", "ids", "loop", "row 3", "row 3 by its label"])
    #expect(all(store) { $0.entries = EntityTable($0.entries.reversed()) } == ["ids", "loop"])
    #expect(all(store) { $0.entries.removeAll() }.contains("isEmpty"))
  }

  @Test func whatItReadsIsThere() throws {
    let store = DirectoryStore(count: 3)
    #expect(store.entries[2] == Entry(id: 2))
    #expect(store.entries[7] == nil)
    #expect(store.entries[id: 1]?.id == 1)
    #expect(store.entries.ids == [0, 1, 2])
    #expect(store.entries.count == 3)
    #expect(!store.entries.isEmpty)
    #expect(store.entries.contains(id: 2))
    #expect(store.table(\.entries)[0]?.id == 0)
    let row = store.entries[1]
    #expect(try #require(row).id == 1)
  }

  @Test func aComparisonIsWithTheRowOfThatID() {
    let store = DirectoryStore(count: 5)
    store.dispatch { $0.entries.removeOne(0) }
    #expect(store.entries[2] == Entry(id: 2))
    #expect(store.entries[0] != Entry(id: 1))
  }

  @Test func whatOnlyATableHasIsReadOfTheTable() {
    let store = DirectoryStore(count: 3)
    let table: EntityTable<Entry> = store.entries
    #expect(table.count == 3)
    #expect(store.entries.map(\.id) == [0, 1, 2])
    #expect(store.entries.filter { $0.id > 0 }.count == 2)
    #expect(store.entries.entities[1].id == 1)
    #expect(store.entries.first?.id == 0)
    #expect(store.entries == table)
    // What must not be optional can only be the table's own subscript, which goes by position.
    store.dispatch { $0.entries.removeOne(0) }
    let name: String = store.entries[0].name
    #expect(name == Entry(id: 1).name)
    #expect(store.entries[0]?.name == nil)
  }

  /// A thousand scopes that each read one row, and a change of each row.
  @Test func aChangeOfARowConcernsOneOfAThousandReaders() {
    let store = DirectoryStore(count: 1_000)
    let log = Log()
    @MainActor func track(_ id: Int) {
      withObservationTracking {
        _ = store.entries[id]?.value
      } onChange: {
        log.append("\(id)")
      }
    }
    for id in 0..<1_000 { track(id) }
    for id in 0..<1_000 {
      let cost = store.cost { store.dispatch { $0.entries[id: id]?.value += 1 } }
      #expect(cost.rowsCompared == 1)
      #expect(cost.observersCalled == 1)
      track(id)
    }
    #expect(log.lines == (0..<1_000).map(String.init))
  }

  @Test func aTableOfAProjectionIsReadByRowsToo() {
    let store = DirectoryStore(count: 10)
    let projection = store.projection(
      action: { (change: @escaping @Sendable (inout Directory) -> Void) in change }, state: \.self)
    let found = changed(
      [
        "row 3": { _ = projection.entries[3]?.value },
        "row 4": { _ = projection.entries[4]?.value },
        "ids": { _ = projection.entries.ids },
        "isEmpty": { _ = projection.entries.isEmpty },
      ]
    ) { store.dispatch { $0.entries[id: 3]?.value += 1 } }
    #expect(found == ["row 3"])
  }

  @Test func aReadOutsideOfTrackingLeavesNothingBehind() {
    let store = DirectoryStore(count: 10)
    _ = store.entries[3]
    _ = store.entries.ids
    let cost = store.cost { store.dispatch { $0.entries[id: 3]?.value += 1 } }
    #expect(cost.lookups == 0)
  }
}
