// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import TestSupport
import Testing

/// The projections of rows that keep their values, with their exact costs.
@MainActor
@Suite struct LastChildGetterTests {
  private typealias Change = @Sendable (inout Directory) -> Void
  private typealias Row = StoreProjection<Entry, Change>

  /// The ways to a projection of a row that is not optional.
  enum Way: CaseIterable, Sendable {
    case ifLetRow, selfOfARow
  }

  private func find(_ id: Int, of store: DirectoryStore, _ way: Way) -> Row? {
    let action: @MainActor (@escaping Change) -> Change? = { $0 }
    return switch way {
    case .ifLetRow: store.projection(action: action, ifLetRow: id, of: \.entries)
    case .selfOfARow:
      store.projection(action: action, row: id, of: \.entries)
        .projection(action: { $0 }, ifLet: \.self)
    }
  }

  private func projection(
    _ id: Int, of store: DirectoryStore, _ way: Way = .ifLetRow
  ) throws -> Row {
    let found = find(id, of: store, way)
    return try #require(found)
  }

  private func counters(slices: Int, rows: Int, computed: Int = 0, called: Int) -> StoreCounters {
    var counters = StoreCounters()
    counters.slicesCompared = slices
    counters.rowsCompared = rows
    counters.selectorsComputed = computed
    counters.observersCalled = called
    return counters
  }

  @Test(arguments: Way.allCases)
  func oneChangedRowOfThousandsOfProjectionsCostsOneRow(way: Way) throws {
    let (store, log) = (DirectoryStore(count: 2_000), Log())
    #expect(find(2_000, of: store, way) == nil)
    var all: [StoreSubscription] = []
    for id in 0..<2_000 {
      let row = try projection(id, of: store, way)
      row.subscribe(to: \.value) { log.append("\(id): \($0)") }.store(in: &all)
    }
    func cost(_ change: @escaping Change) -> StoreCounters { store.cost { store.dispatch(change) } }
    #expect(cost { $0.entries[id: 77]?.value = 5 } == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["77: 5"])
    // Another field of the row, and a change outside of the table.
    #expect(cost { $0.entries[id: 77]?.name = "x" } == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.title = "x" } == counters(slices: 1, rows: 0, called: 0))
    // The row is removed, and inserted again with the same value and with another one.
    #expect(cost { $0.entries.removeOne(77) } == counters(slices: 1, rows: 1, called: 0))
    #expect(
      cost { $0.entries.addOne(Entry(id: 77, value: 5)) }
        == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.entries.removeOne(77) } == counters(slices: 1, rows: 1, called: 0))
    #expect(
      cost { $0.entries.addOne(Entry(id: 77, value: 6)) }
        == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["77: 5", "77: 6"])
    #expect(store.held.selections == 1)
    all.forEach { $0.cancel() }
    #expect(store.held.selections == 0)
  }

  @Test(arguments: Way.allCases)
  func itKeepsItsValuesWhileThereIsNoSuchRow(way: Way) throws {
    let store = DirectoryStore(count: 3)
    let row = try projection(1, of: store, way)
    let double = StateSelector { (entry: Entry) in entry.value * 2 }
    let text = createSelector(\Entry.value) { "text \($0)" }
    row.dispatch { $0.entries[id: 1]?.value = 4 }
    #expect(row.value == 4)
    #expect(row.select(text) == "text 4")
    #expect(row.read(double) == 8)
    #expect(row.state == Entry(id: 1, value: 4))
    store.dispatch { $0.entries.removeOne(1) }
    #expect(row.value == 4)
    #expect(row.select(\.value) == 4)
    #expect(row.select(text) == "text 4")
    #expect(row.read(double) == 8)
    #expect(row.state == Entry(id: 1, value: 4))
    // The name was not read before.
    #expect(row.name == Entry(id: 1).name)
    store.dispatch { $0.entries.addOne(Entry(id: 1, value: 7)) }
    #expect(row.value == 7)
    #expect(row.select(text) == "text 7")
    #expect(row.read(double) == 14)
    #expect(row.state.value == 7)
  }

  /// An observed value counts as read, also if the observation ends with the row.
  @Test func anObservedValueIsKeptToo() throws {
    let store = DirectoryStore(count: 3)
    let row = try projection(1, of: store)
    let sum = createSelector(\Entry.value, \.id) { $0 + $1 }
    let all = [row.subscribe(to: \.value) { _ in }, row.subscribe(to: sum) { _ in }]
    store.dispatch { $0.entries[id: 1]?.value = 4 }
    store.dispatch { $0.entries.removeOne(1) }
    all.forEach { $0.cancel() }
    #expect(row.value == 4)
    #expect(row.select(sum) == 5)
  }

  @Test func anObservationThatBeginsWithoutTheRowHasTheLastValue() throws {
    let (store, log) = (DirectoryStore(count: 3), Log())
    let row = try projection(1, of: store)
    store.dispatch { $0.entries.removeOne(1) }
    let watch = row.subscribe(to: \.value, initial: true) { log.append("\($0)") }
    store.dispatch { $0.entries.addOne(Entry(id: 1)) }
    store.dispatch { $0.entries[id: 1]?.value = 2 }
    #expect(log.lines == ["0", "2"])
    watch.cancel()
  }

  /// A later projection does not show what an earlier one has read.
  @Test func twoProjectionsOfOneRowEachKeepTheirOwnValues() throws {
    let store = DirectoryStore(count: 3)
    let text = createSelector(\Entry.value) { "text \($0)" }
    let first = try projection(1, of: store)
    #expect(first.select(text) == "text 0")
    store.dispatch { $0.entries[id: 1]?.value = 5 }
    let second = try projection(1, of: store)
    store.dispatch { $0.entries.removeOne(1) }
    #expect(first.select(text) == "text 0")
    #expect(second.select(text) == "text 5")
    #expect(second.value == 5)
  }

  @Test func aSelectorOfARowIsComputedOnlyAfterAChangeOfItsInput() throws {
    let (store, log) = (DirectoryStore(count: 10), Log())
    var all: [StoreSubscription] = []
    for id in 0..<10 {
      let row = try projection(id, of: store)
      let text = createSelector(\Entry.value) { "text \($0)" }
      row.subscribe(to: text) { log.append("\(id): \($0)") }.store(in: &all)
    }
    func cost(_ change: @escaping Change) -> StoreCounters { store.cost { store.dispatch(change) } }
    #expect(
      cost { $0.entries[id: 7]?.value = 5 } == counters(slices: 1, rows: 1, computed: 1, called: 1))
    #expect(cost { $0.entries[id: 7]?.name = "x" } == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.entries.removeOne(7) } == counters(slices: 1, rows: 1, called: 0))
    #expect(
      cost { $0.entries.addOne(Entry(id: 7, value: 5)) }
        == counters(slices: 1, rows: 1, called: 0))
    #expect(
      cost { $0.entries[id: 7]?.value = 6 } == counters(slices: 1, rows: 1, computed: 1, called: 1))
    #expect(log.lines == ["7: text 5", "7: text 6"])
    all.forEach { $0.cancel() }
    #expect(store.held.selections == 0)
  }

  @Test func aComparisonOfItsOwnComparesWithTheLastDeliveredValue() throws {
    let (store, log) = (DirectoryStore(count: 3), Log())
    let row = try projection(1, of: store)
    let coarse = StateSelector(\Entry.value) { abs($0 - $1) >= 10 }
    let text = createSelector(coarse, \.name) { "\($1): \($0)" }
    let all = [
      row.subscribe(to: coarse) { log.append("\($0)") },
      row.subscribe(to: text) { log.append($0) },
    ]
    store.dispatch { $0.entries[id: 1]?.value = 6 }
    store.dispatch { $0.entries.removeOne(1) }
    #expect(log.lines.isEmpty)
    store.dispatch { $0.entries.addOne(Entry(id: 1, value: 12)) }
    #expect(log.lines == ["12", "\(Entry(id: 1).name): 12"])
    all.forEach { $0.cancel() }
  }

  @Test(arguments: Way.allCases)
  func eachFieldIsTrackedByItself(way: Way) throws {
    let store = DirectoryStore(count: 3)
    var changes: [String] = []
    func track(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { MainActor.assumeIsolated { changes.append(name) } }
    }
    let row = try projection(1, of: store, way)
    track("value") { _ = row.value }
    track("call") { _ = find(1, of: store, way) }
    store.dispatch { $0.entries[id: 2]?.value = 1 }
    store.dispatch { $0.entries[id: 1]?.name = "x" }
    store.dispatch { $0.title = "x" }
    #expect(changes.isEmpty)
    store.dispatch { $0.entries[id: 1]?.value = 1 }
    #expect(changes == ["value"])
    track("value") { _ = row.value }
    store.dispatch { $0.entries.removeOne(1) }
    #expect(changes == ["value", "call"])
  }

  @Test func itHoldsNeitherTheTableNorOtherFields() throws {
    struct File: Identifiable, Equatable, Sendable {
      let id: Int
      var bytes: [Int]
      var size = 0
    }
    struct Disk: Sendable { var files = EntityTable([File(id: 1, bytes: [1, 2])]) }
    let store = Store(
      initialState: Disk(),
      reducer: Reducer<Disk, Int> { disk, number in
        disk.files.updateOne(1) { file in
          file.bytes[0] = number
          file.size = number
        }
      })
    let made = store.projection(action: { (number: Int) in number }, ifLetRow: 1, of: \.files)
    let file = try #require(made)
    let log = Log()
    let watch = file.subscribe(to: \.size) { log.append("\($0)") }
    // This copies the bytes, because the projection holds the row for which it was created.
    store.dispatch(1)
    let address = { store.state.files[id: 1]?.bytes.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address()
    for number in 2...4 { store.dispatch(number) }
    #expect(address() == before)
    #expect(log.lines == ["1", "2", "3", "4"])
    watch.cancel()
  }

  private struct Task: Equatable, Sendable { var title = "" }

  private struct Screen: Identifiable, Equatable, Sendable {
    let id: Int
    var task: Task?
    var visits = 0
  }

  private struct Stack: Sendable {
    var path = EntityTable((0..<100).map { Screen(id: $0, task: Task(title: "\($0)")) })
  }

  private typealias StackChange = @Sendable (inout Stack) -> Void

  /// For example a case of a row that is an enumeration; with and without an optional chain.
  @Test(arguments: [false, true])
  func anOptionalChildOfARowCostsWhatTheRowCosts(isChain: Bool) throws {
    let store = Store(
      initialState: Stack(), reducer: Reducer<Stack, StackChange> { $1(&$0) })
    let log = Log()
    let action: @MainActor (@escaping StackChange) -> StackChange? = { $0 }
    var all: [StoreSubscription] = []
    for id in 0..<100 {
      let child: StoreProjection<Task, StackChange>?
      if isChain {
        child = store.projection(action: action, row: id, of: \.path)
          .projection(action: action, ifLet: \.?.task)
      } else {
        child = store.projection(action: action, ifLetRow: id, of: \.path)?
          .projection(action: action, ifLet: \.task)
      }
      let task = try #require(child)
      task.subscribe(to: \.title) { log.append("\(id): \($0)") }.store(in: &all)
    }
    func cost(_ change: @escaping StackChange) -> StoreCounters {
      store.cost { store.dispatch(change) }
    }
    #expect(cost { $0.path[id: 7]?.task?.title = "x" } == counters(slices: 1, rows: 1, called: 1))
    #expect(cost { $0.path[id: 7]?.visits += 1 } == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.path[id: 7]?.task = nil } == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.path.removeOne(7) } == counters(slices: 1, rows: 1, called: 0))
    #expect(
      cost { $0.path.addOne(Screen(id: 7, task: Task(title: "x"))) }
        == counters(slices: 1, rows: 1, called: 0))
    #expect(cost { $0.path[id: 7]?.task?.title = "y" } == counters(slices: 1, rows: 1, called: 1))
    #expect(log.lines == ["7: x", "7: y"])
    all.forEach { $0.cancel() }
  }

  private struct Board: Sendable {
    struct Column: Identifiable, Equatable, Sendable {
      let id: Int
      var cards = EntityTable((0..<10).map { Entry(id: $0) })
    }
    var columns = EntityTable((0..<3).map { Column(id: $0) })
    var title = ""
  }

  private enum BoardAction: Sendable {
    case column(Int, ColumnAction)
    case remove(Int)
  }

  private enum ColumnAction: Sendable {
    case card(Int, Int)
    case remove(Int)
  }

  @Test func aTableInARowHasProjectionsOfItsRows() throws {
    let store = Store(
      initialState: Board(),
      reducer: Reducer<Board, BoardAction> { board, action in
        switch action {
        case .column(let id, .card(let card, let value)):
          board.columns[id: id]?.cards[id: card]?.value = value
        case .column(let id, .remove(let card)): board.columns[id: id]?.cards.removeOne(card)
        case .remove(let id): board.columns.removeOne(id)
        }
      })
    let path = CasePath<BoardAction, (Int, ColumnAction)>(case: {
      BoardAction.column($0.0, $0.1)
    }) {
      if case .column(let id, let action) = $0 { (id, action) } else { nil }
    }
    let log = Log()
    var all: [StoreSubscription] = []
    var cards: [StoreProjection<Entry, Int>] = []
    for id in 0..<3 {
      let made = store.projection(action: path[id].embed, ifLetRow: id, of: \.columns)
      let column = try #require(made)
      for number in 0..<10 {
        let found: StoreProjection<Entry, Int>? = column.projection(
          action: { .card(number, $0) }, ifLetRow: number, of: \.cards)
        let card = try #require(found)
        card.subscribe(to: \.value) { log.append("\(id) \(number): \($0)") }.store(in: &all)
        cards.append(card)
      }
      column.subscribe(to: .ids(of: \.cards)) { log.append("\(id): \($0.count)") }
        .store(in: &all)
    }
    cards[14].dispatch(5)
    #expect(cards[14].value == 5)
    store.dispatch(.column(1, .remove(4)))
    store.dispatch(.column(2, .card(9, 3)))
    store.dispatch(.remove(1))
    store.dispatch(.remove(0))
    #expect(cards[14].value == 5)
    #expect(cards[29].value == 3)
    #expect(log.lines == ["1 4: 5", "1: 9", "2 9: 3"])
    all.forEach { $0.cancel() }
    #expect(store.held.selections == 0)
  }
}
