// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

/// Stores that views find by their type.
@MainActor
@Suite struct SelectedObjectTests {
  private struct Reader: View {
    @Environment(LedgerStore.self) private var store
    let runs: Log
    var body: some View {
      let _ = runs.append("reader")
      Text("count \(store.count)")
      Button("Add") { store.dispatch(.add(1)) }
    }
  }

  private struct Wrapped: View {
    @Selected(LedgerStore.self, \.count) private var count
    @Selected(LedgerStore.self, Wrapped.double) private var double
    @Dispatcher(LedgerStore.self) private var dispatcher
    let runs: Log
    static let double = createSelector(\Ledger.count) { $0 * 2 }
    var body: some View {
      let _ = runs.append("wrapped")
      Text("\(count) and \(double)")
      Button("Add") { dispatcher(.add(1)) }
    }
  }

  private struct WithClosures: View {
    @Selected<LedgerStore, Int> var product: Int
    @Selected(
      LedgerStore.self, label: "filtered", filter: { _, action in action != .add(1) },
      dependencySelector: StateSelector(\Ledger.count), StateSelector(\Ledger.other),
      outputSelector: StateSelector<Ledger, Int>({ $0.count + $0.other })
    ) var sum
    @Selected(
      LedgerStore.self, label: "late", dependencySelector: StateSelector(\.other),
      outputSelector: StateSelector { $0.count }
    ) var late
    @Selected<LedgerStore, Int> var row: Int
    @Selected<LedgerStore, Int> var filtered: Int

    init(factor: Int) {
      _product = Selected(
        LedgerStore.self, id: factor, label: "product",
        dependencySelector: StateSelector(\.count),
        outputSelector: StateSelector { $0.count * factor })
      _row = Selected(LedgerStore.self, id: factor, StateSelector { $0.count + factor })
      _filtered = Selected(
        LedgerStore.self, id: factor, label: "filtered", filter: { _, action in action != .add(1) },
        dependencySelector: StateSelector(\Ledger.count),
        outputSelector: StateSelector<Ledger, Int>({ $0.count * factor }))
    }

    var body: some View { Text("\(product) \(sum) \(late) \(row) \(filtered)") }
  }

  private func store(_ count: Int = 1) -> LedgerStore {
    LedgerStore(initialState: Ledger(count: count), reducer: .ledger)
  }

  @Test func aViewFindsAStoreByItsType() throws {
    let (store, runs) = (store(), Log())
    let host = ViewHost(Reader(runs: runs).environment(store))
    #expect(host.text == "count 1|Add")
    try host.tap("Add")
    _ = host.flush()
    #expect(host.text == "count 2|Add")
    store.dispatch(.setOther(1))
    #expect(host.flush().isEmpty)
    #expect(runs.lines.count == 2)
  }

  @Test func theWrappersFindItToo() throws {
    let (store, runs) = (store(), Log())
    let host = ViewHost(Wrapped(runs: runs).environment(store))
    #expect(host.text == "1 and 2|Add")
    try host.tap("Add")
    _ = host.flush()
    #expect(host.text == "2 and 4|Add")
    store.dispatch(.setOther(1))
    #expect(host.flush().isEmpty)
    #expect(runs.lines.count == 2)
  }

  @Test func everyFormOfSelectedTakesAType() {
    let store = store()
    let host = ViewHost(WithClosures(factor: 10).environment(store))
    #expect(host.text == "10 1 1 11 10")
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(host.text == "20 1 1 12 10")
    store.dispatch(.setOther(5))
    _ = host.flush()
    #expect(host.text == "20 7 2 12 20")
  }

  @Test func aViewWithoutItsStoreIsAnErrorInItsPlace() {
    let runs = Log()
    let host = ViewHost(
      VStack {
        Text("before")
        Reader(runs: runs)
        Wrapped(runs: runs)
        Text("after")
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    let text = host.text
    #expect(text.hasPrefix("before|A view asked the environment for an object of type Store"))
    #expect(text.hasSuffix("|after"))
    #expect(runs.lines.isEmpty)
    _ = host.flush()
    #expect(faults.count == 2)
    #expect(faults.first?.description.contains(".environment(object)") == true)
  }

  @Test func aStandInIsAnErrorInItsPlaceAsWell() {
    let host = ViewHost(
      Reader(runs: Log()).environment(LedgerStore(unavailable: "No ledger today.")))
    host.onFault = { _ in }
    #expect(host.text == "No ledger today.")
  }

  @Test func theRowsAndFieldsOfAProjectionAreFollowed() {
    typealias Part = StoreProjection<Int, Int>
    struct Reader: View {
      @Environment(Part.self) private var part
      @Selected(Part.self, \.self) private var value
      var body: some View { Text("\(part.state) \(value)") }
    }
    let store = store()
    let part = store.projection(action: { (amount: Int) in .add(amount) }, state: \.count)
    let host = ViewHost(Reader().environment(part))
    #expect(host.text == "1 1")
    part.dispatch(4)
    _ = host.flush()
    #expect(host.text == "5 5")
  }

  /// The shortest way to read a row; the test counts the bodies that run.
  @Test func aThousandChangesOfAThousandRowsRunOneBodyEach() {
    struct Row: View {
      @Environment(DirectoryStore.self) private var store
      let id: Int
      let runs: Log
      var body: some View {
        let _ = runs.append("row \(id)")
        Text("\(store.entries[id]?.value ?? -1)")
      }
    }
    struct Page: View {
      @Environment(DirectoryStore.self) private var store
      let runs: Log
      var body: some View {
        let _ = runs.append("page")
        ForEach(store.entries.ids, id: \.self) { Row(id: $0, runs: runs) }
        Count(runs: runs)
      }
    }
    struct Count: View {
      @Environment(DirectoryStore.self) private var store
      let runs: Log
      var body: some View {
        let _ = runs.append("count")
        Text("\(store.entries.count) rows")
      }
    }
    let (store, runs) = (DirectoryStore(count: 1_000), Log())
    let host = ViewHost(Page(runs: runs).environment(store))
    _ = host.html()
    #expect(runs.lines.count == 1_002)
    for id in 0..<1_000 {
      runs.clear()
      store.dispatch { $0.entries[id: id]?.value = 7 }
      #expect(host.flush().count == 1)
      #expect(runs.lines == ["row \(id)"])
    }
    runs.clear()
    store.dispatch { $0.title = "x" }
    #expect(host.flush().isEmpty)
    store.dispatch { $0.entries.addOne(Entry(id: 2_000)) }
    _ = host.flush()
    #expect(runs.lines.sorted() == ["count", "page", "row 2000"])
    runs.clear()
    store.dispatch { $0.entries = EntityTable($0.entries.reversed()) }
    _ = host.flush()
    #expect(runs.lines == ["page"])
  }

  @Test func aRowThatReadsTheWholeTableIsNamed() {
    struct Row: View {
      @Environment(DirectoryStore.self) private var store
      let id: Int
      var body: some View { Text("\(store.state.entries[id: id]?.value ?? -1)") }
    }
    struct Page: View {
      @Environment(DirectoryStore.self) private var store
      var body: some View { ForEach(store.entries.ids, id: \.self) { Row(id: $0) } }
    }
    let store = DirectoryStore(count: 20)
    let host = ViewHost(Page().environment(store))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    store.dispatch { $0.entries[id: 3]?.value = 7 }
    _ = host.flush()
    #expect(faults == [.idleBodies(view: "Row", idle: 19, of: 20)])
  }
}
