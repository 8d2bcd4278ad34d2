// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
import Testing

@MainActor
struct TableOrderCheckTests {
  struct Row: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
  }

  enum Change: Codable, Sendable {
    case add(Row)
  }

  /// A state whose table loses its order.
  struct Lost: Codable, Sendable {
    struct Part: Codable, Sendable {
      var unsorted = EntityTable<Row>()
      var rows = EntityTable<Row>(sortedBy: EntityOrder(\.name))
    }

    var part = Part()
  }

  struct Restored: Codable, Sendable {
    var rows = EntityTable<Row>(sortedBy: EntityOrder(\.name))

    init() {}

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      rows = try values.decode(EntityTable<Row>.self, forKey: .rows)
      rows.sort(by: EntityOrder(\.name))
    }
  }

  @Test func aStateThatLosesTheOrderOfATableStartsNoJournal() async throws {
    let log = MemoryLog()
    let error = await #expect(throws: JournalError.self) {
      _ = try await Store(
        recovering: Journal(on: log, of: Lost.self, actions: Change.self), initialState: Lost(),
        reducer: Reducer { $0.part.rows.addOne($1.row) })
    }
    #expect(error == .unsortedTable(place: "memory", table: "part.rows"))
    #expect(error?.description.contains("the table 'part.rows'") == true)
    #expect(error?.description.contains(#"people.sort(by: \.name)"#) == true)
  }

  @Test func aStateThatRestoresTheOrderIsTheSameAfterARestart() async throws {
    let log = MemoryLog()
    func start() async throws -> Store<Restored, Change> {
      try await Store(
        recovering: Journal(on: log, of: Restored.self, actions: Change.self, hashes: 2),
        initialState: Restored(), reducer: Reducer { $0.rows.addOne($1.row) },
        snapshot: .every(3), sync: .always)
    }
    let store = try await start()
    for id in [3, 1, 2, 5, 4] {
      try await store.dispatch(.add(Row(id: id, name: "\(id)"))).synced()
    }
    log.kill()
    let next = try await start()
    #expect(next.rows.map(\.id) == [1, 2, 3, 4, 5])
    withExtendedLifetime(store) {}
  }

  @Test func aTableInASlicesJournalIsNotChecked() async throws {
    let store = try await Store(
      recovering: Journal(
        on: MemoryLog(), of: Lost.self, actions: Change.self,
        slices: [StateSlice("unsorted", \.part.unsorted)]),
      initialState: Lost(), reducer: Reducer { $0.part.unsorted.addOne($1.row) })
    #expect(store.state.part.unsorted.isEmpty)
  }
}

extension TableOrderCheckTests.Change {
  var row: TableOrderCheckTests.Row {
    switch self {
    case .add(let row): row
    }
  }
}
