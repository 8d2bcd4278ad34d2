// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

/// The forms of `@Selected` in views, with exact counts of body runs.
@MainActor
@Suite struct SelectedTests {
  private struct ByKeyPath: View {
    @Selected(\.ledgerStore, \.count) var count
    let runs: Log
    var body: some View {
      let _ = runs.append("run")
      Text("count \(count)")
    }
  }

  private struct BySelector: View {
    static let selectDouble = StateSelector<Ledger, Int> { $0.count * 2 }
    @Selected(\.ledgerStore, selectDouble) var double
    let runs: Log
    var body: some View {
      let _ = runs.append("run")
      Text("double \(double)")
    }
  }

  private struct ByID: View {
    let factor: Int
    let runs: Log
    @Selected<LedgerStore, Int> var product: Int

    init(factor: Int, runs: Log) {
      self.factor = factor
      self.runs = runs
      _product = Selected(
        \.ledgerStore, id: factor, label: "product",
        dependencySelector: StateSelector(\.count),
        outputSelector: StateSelector { $0.count * factor })
    }

    var body: some View {
      let _ = runs.append("run")
      Text("product \(product)")
    }
  }

  private struct Filtered: View {
    let runs: Log
    @Selected(
      \.ledgerStore, label: "filtered", filter: { _, action in action != .add(1) },
      dependencySelector: StateSelector(\Ledger.count), StateSelector(\Ledger.other),
      outputSelector: StateSelector<Ledger, Int>({ $0.count + $0.other })
    ) var sum
    var body: some View {
      let _ = runs.append("run")
      Text("sum \(sum)")
    }
  }

  private func host(
    _ store: LedgerStore, @ViewBuilder _ content: () -> some View
  ) -> ViewHost {
    ViewHost(Provider(\.ledgerStore, store, content: content))
  }

  private func store(_ count: Int = 1) -> LedgerStore {
    LedgerStore(initialState: Ledger(count: count), reducer: .ledger)
  }

  @Test func aKeyPathRunsTheBodyOnlyWhenItsValueChanged() {
    let (store, runs) = (store(), Log())
    let host = host(store) { ByKeyPath(runs: runs) }
    #expect(host.text == "count 1")
    store.dispatch(.setOther(5))
    #expect(host.flush().isEmpty)
    #expect(runs.lines.count == 1)
    store.dispatch(.add(1))
    #expect(host.flush().count == 1)
    #expect(host.text == "count 2")
    #expect(runs.lines.count == 2)
  }

  @Test func aNewValueOfASelectorRunsTheBodyOnce() {
    let (store, runs) = (store(), Log())
    let host = host(store) { BySelector(runs: runs) }
    #expect(host.text == "double 2")
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(host.text == "double 4")
    #expect(runs.lines.count == 2)
  }

  @Test func aNewIDFollowsTheNewValue() throws {
    struct Parent: View {
      @State private var factor = 10
      let runs: Log
      var body: some View {
        ByID(factor: factor, runs: runs)
        Button("Next") { factor += 1 }
      }
    }
    let (store, runs) = (store(), Log())
    let host = host(store) { Parent(runs: runs) }
    #expect(host.text.hasPrefix("product 10"))
    try host.tap("Next")
    #expect(host.flush().count == 1)
    #expect(host.text.hasPrefix("product 11"))
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(host.text.hasPrefix("product 22"))
    // Once to appear, once for the new id, once for the new count.
    #expect(runs.lines.count == 3)
  }

  /// If the body of a parent runs, the body of a child that selects with a selector does not.
  @Test func aViewDoesNotRunBecauseItsParentDid() throws {
    struct ByRow: View {
      let runs: Log
      @Selected<LedgerStore, Int?> var row: Int?
      init(_ index: Int, runs: Log) {
        self.runs = runs
        _row = Selected(\.ledgerStore, ByRow.family(index))
      }
      static let family = SelectorFamily { (index: Int) in
        StateSelector<Ledger, Int?> { $0.payload.indices.contains(index) ? $0.payload[index] : nil }
      }
      var body: some View {
        let _ = runs.append("row")
        Text("row \(row ?? 0)")
      }
    }
    struct Parent: View {
      @State private var runs = 0
      let log: Log
      var body: some View {
        let _ = log.append("parent")
        ByKeyPath(runs: log)
        BySelector(runs: log)
        ByRow(0, runs: log)
        ByID(factor: 10, runs: log)
        Button("Again") { runs += 1 }
        Text("\(runs)")
      }
    }
    let (store, log) = (store(), Log())
    let host = host(store) { Parent(log: log) }
    #expect(host.text.hasPrefix("count 1"))
    #expect(log.lines == ["parent", "run", "run", "row", "run"])
    for _ in 1...3 {
      log.clear()
      try host.tap("Again")
      _ = host.flush()
      // The view that selects with closures runs: closures cannot be compared.
      #expect(log.lines == ["parent", "run"])
    }
    log.clear()
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(log.lines == ["run", "run", "run"])
    #expect(host.text.hasPrefix("count 2|"))
  }

  @Test func theViewsOfASelectorShareOneSubscription() {
    let (store, runs) = (store(), Log())
    let host = host(store) {
      ForEach(0..<10) { _ in ByKeyPath(runs: runs) }
    }
    #expect(runs.lines.count == 10)
    _ = host.html()
    store.dispatch(.add(1))
    #expect(store.counters.observersCalled == 1)
    _ = host.flush()
    #expect(runs.lines.count == 20)
  }

  /// Under SwiftUI the environment has no store in an initializer, so a missing provider is
  /// reported.
  @Test func whatAnInitializerReadsIsTheParentsAndStopsNothing() {
    struct Early: View {
      @Selected<LedgerStore, Int> var count: Int
      @Selected<LedgerStore, Int> var tenfold: Int
      let first: Int
      init() {
        let tenfold = Selected(
          \.ledgerStore, label: "tenfold", dependencySelector: StateSelector(\.count),
          outputSelector: StateSelector<Ledger, Int> { $0.count * 10 })
        let count = Selected(\.ledgerStore, \Ledger.count)
        first = count.wrappedValue + tenfold.wrappedValue
        (_count, _tenfold) = (count, tenfold)
      }
      var body: some View { Text("\(first) \(count) \(tenfold)") }
    }
    struct Parent: View {
      var body: some View { Early() }
    }
    let store = store(2)
    let host = host(store) { Parent() }
    #expect(host.text == "22 2 20")
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(host.text.hasSuffix(" 3 30"))
  }

  @Test func aFilterIsAskedBeforeTheReducer() {
    let (store, runs) = (store(), Log())
    let host = host(store) { Filtered(runs: runs) }
    #expect(host.text == "sum 1")
    store.dispatch(.add(1))
    #expect(host.flush().isEmpty)
    store.dispatch(.setOther(10))
    _ = host.flush()
    #expect(host.text == "sum 12")
    #expect(runs.lines.count == 2)
  }

  @Test func aFilterMayHaveAnIDAndDependenciesMayHaveNone() {
    struct Both: View {
      @Selected<LedgerStore, Int> var filtered: Int
      @Selected(
        \.ledgerStore, label: "unnamed", dependencySelector: StateSelector(\.other),
        outputSelector: StateSelector { $0.count }
      ) var late

      init(factor: Int) {
        _filtered = Selected(
          \.ledgerStore, id: factor, label: "filtered", filter: { _, action in action != .add(1) },
          dependencySelector: StateSelector(\Ledger.count),
          outputSelector: StateSelector<Ledger, Int>({ $0.count * factor }))
      }

      var body: some View { Text("\(filtered) \(late)") }
    }
    let store = store()
    let host = host(store) { Both(factor: 10) }
    #expect(host.text == "10 1")
    store.dispatch(.add(1))
    #expect(host.flush().isEmpty)
    store.dispatch(.add(2))
    _ = host.flush()
    #expect(host.text == "40 1")
    store.dispatch(.setOther(1))
    _ = host.flush()
    #expect(host.text == "40 4")
  }

  @Test func anotherStoreInTheEnvironmentIsFollowed() throws {
    struct Parent: View {
      let stores: [LedgerStore]
      let runs: Log
      @State private var index = 0
      var body: some View {
        Provider(\.ledgerStore, stores[index]) { ByKeyPath(runs: runs) }
        Button("Switch") { index = 1 }
      }
    }
    let stores = [store(1), store(2)]
    let runs = Log()
    let host = ViewHost(Parent(stores: stores, runs: runs))
    #expect(host.text.hasPrefix("count 1"))
    try host.tap("Switch")
    _ = host.flush()
    #expect(host.text.hasPrefix("count 2"))
    stores[0].dispatch(.add(40))
    #expect(host.flush().isEmpty)
    stores[1].dispatch(.add(40))
    _ = host.flush()
    #expect(host.text.hasPrefix("count 42"))
  }

  @Test func aProjectionWorksLikeAStore() {
    struct Part: View {
      @Selected(\.part, \.self) var value
      @Dispatcher(\.part) var dispatcher
      var body: some View {
        Button("Add") { dispatcher(5) }
        Text("part \(value)")
      }
    }
    let store = store()
    let part = store.projection(action: { (amount: Int) in .add(amount) }, state: \.count)
    let host = ViewHost(Provider(\.part, part) { Part() })
    #expect(host.text.contains("part 1"))
    #expect(throws: Never.self) { try host.tap("Add") }
    _ = host.flush()
    #expect(host.text.contains("part 6"))
  }

  @Test func aViewThatGoesAwayStopsListening() throws {
    struct Parent: View {
      @State private var isShown = true
      let runs: Log
      var body: some View {
        if isShown { ByKeyPath(runs: runs) }
        Button("Hide") { isShown = false }
      }
    }
    let (store, runs) = (store(), Log())
    let host = host(store) { Parent(runs: runs) }
    _ = host.html()
    try host.tap("Hide")
    _ = host.flush()
    let computed = store.counters.lookups
    store.dispatch(.add(1))
    #expect(store.counters.lookups == computed)
    #expect(runs.lines.count == 1)
  }

  @Test func closingThePageLetsGoOfTheStore() {
    var store: LedgerStore? = store()
    let ghost = Weak(store)
    var host: ViewHost? = host(store!) { ByKeyPath(runs: Log()) }
    _ = host?.html()
    host?.close()
    host = nil
    store = nil
    #expect(ghost.object == nil)
  }

  /// A thousand rows that each watch one element: a change of one runs one body.
  @Test func onlyTheRowWhoseValueChangedRunsItsBody() {
    struct Row: View {
      let index: Int
      let runs: Log
      @Selected<LedgerStore, Int> var value: Int

      init(index: Int, runs: Log) {
        self.index = index
        self.runs = runs
        _value = Selected(
          \.ledgerStore, id: index, StateSelector { state in state.payload[index] })
      }

      var body: some View {
        let _ = runs.append("\(index)")
        Text("\(value)")
      }
    }
    let runs = Log()
    let store = LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), reducer: .ledger)
    let host = host(store) {
      ForEach(0..<1_000) { index in Row(index: index, runs: runs) }
    }
    _ = host.html()
    #expect(runs.lines.count == 1_000)
    runs.clear()
    store.dispatch(.write(500))
    #expect(host.flush().count == 1)
    #expect(runs.lines == ["500"])
  }
}
