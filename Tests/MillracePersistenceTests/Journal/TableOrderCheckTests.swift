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

  /// A state whose table loses its order when it is decoded.
  struct Lost: Codable, Sendable {
    struct Part: Codable, Equatable, Sendable {
      var unsorted = EntityTable<Row>()
      var rows = EntityTable<Row>(sortedBy: EntityOrder(\.name))
    }

    var part = Part()
  }

  struct Restored: Codable, Equatable, Sendable {
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

  /// A state with such tables in a list, and at a name that is not a word.
  struct Boards: Codable, Sendable {
    enum CodingKeys: String, CodingKey { case boards = "the.boards" }

    var boards = [Lost.Part(), Lost.Part()]
  }

  @Test func theTableIsNamedByItsPath() async throws {
    await #expect(
      throws: JournalError.unsortedTable(place: "memory", table: #"["the.boards"][0].rows"#)
    ) {
      _ = try await Store(
        recovering: Journal(on: MemoryLog(), of: Boards.self, actions: Change.self),
        initialState: Boards(), reducer: Reducer { $0.boards[0].rows.addOne($1.row) })
    }
  }

  /// A state with such a table in each row of a table.
  struct Shelves: Codable, Sendable {
    struct Shelf: Codable, Identifiable, Sendable {
      let id: Int
      var part = Lost.Part()
    }

    var shelves = EntityTable([Shelf(id: 7), Shelf(id: 8)])
  }

  @Test func theTableInARowIsNamed() async throws {
    await #expect(
      throws: JournalError.unsortedTable(place: "memory", table: "shelves[0].part.rows")
    ) {
      _ = try await Store(
        recovering: Journal(on: MemoryLog(), of: Shelves.self, actions: Change.self),
        initialState: Shelves(), reducer: Reducer { $0.shelves[id: 7]?.part.rows.addOne($1.row) })
    }
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

  /// Starts a store on a journal of one slice; its reducer adds each row to the table at `rows`.
  private func start<Value: Codable & Equatable & Sendable, State: Sendable>(
    _ state: State, _ slice: WritableKeyPath<State, Value> & Sendable,
    on log: MemoryLog = MemoryLog(),
    _ rows: WritableKeyPath<State, EntityTable<Row>> & Sendable
  ) async throws -> Store<State, Change> {
    try await Store(
      recovering: Journal(
        on: log, of: State.self, actions: Change.self, slices: [StateSlice("part", slice)]),
      initialState: state, reducer: Reducer { $0[keyPath: rows].addOne($1.row) }, sync: .always)
  }

  @Test func aSliceThatLosesTheOrderOfATableStartsNoJournal() async throws {
    await #expect(throws: JournalError.unsortedTable(place: "memory", table: "part")) {
      _ = try await start(Lost(), \.part.rows, \.part.rows)
    }
    await #expect(throws: JournalError.unsortedTable(place: "memory", table: "part.rows")) {
      _ = try await start(Lost(), \.part, \.part.rows)
    }
    // No recovery decodes a table that is in no slice.
    #expect(try await start(Lost(), \.part.unsorted, \.part.rows).state.part.rows.isEmpty)
  }

  /// A state with a part that restores the order.
  struct Whole: Sendable {
    var part = Restored()
  }

  @Test func aSliceThatRestoresTheOrderIsTheSameAfterARestart() async throws {
    let log = MemoryLog()
    let store = try await start(Whole(), \.part, on: log, \.part.rows)
    for id in [3, 1] { try await store.dispatch(.add(Row(id: id, name: "\(id)"))).synced() }
    log.kill()
    let next = try await start(Whole(), \.part, on: log, \.part.rows)
    next.dispatch(.add(Row(id: 2, name: "2")))
    #expect(next.state.part.rows.map(\.id) == [1, 2, 3])
    withExtendedLifetime(store) {}
  }
}

extension TableOrderCheckTests.Change {
  var row: TableOrderCheckTests.Row {
    switch self {
    case .add(let row): row
    }
  }
}
