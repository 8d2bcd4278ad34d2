// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct RootNodeTests {
  private let graph = SelectionGraph()

  private struct Name: Equatable {
    let text: String
    let log: Log
    static func == (lhs: Name, rhs: Name) -> Bool {
      lhs.log.append("==")
      return lhs.text == rhs.text
    }
  }

  private struct State {
    var name: Name
    var numbers = [1, 2, 3]
  }

  private func slice<Output: Equatable>(
    _ keyPath: KeyPath<State, Output> & Sendable, _ state: State
  ) -> RootNode<Output> {
    RootNode(
      identity: SelectorIdentity(keyPath), graph: graph, value: state[keyPath: keyPath],
      countsAsComparison: true,
      update: RootNode.slice(keyPath, areEqual: { $0 == $1 }))
  }

  @Test func storageIdentityIsTriedBeforeEquality() {
    let log = Log()
    var state = State(name: Name(text: String(repeating: "long enough ", count: 9), log: log))
    let node = slice(\.name, state)
    #expect(!node.isChanged(state))
    #expect(log.lines.isEmpty)
    // Equal but stored elsewhere: only now is `==` called.
    state.name = Name(text: String(repeating: "long enough ", count: 9), log: log)
    #expect(!node.isChanged(state))
    #expect(log.lines == ["=="])
    state.name = Name(text: "other", log: log)
    #expect(node.isChanged(state))
    #expect(node.value.text == "other")
    #expect(graph.counters.slicesCompared == 3)
  }

  @Test func aComputedPropertyIsReadThroughItsKeyPath() {
    var state = State(name: Name(text: "", log: Log()))
    let node = slice(\.numbers.count, state)
    state.numbers[0] = 9
    #expect(!node.isChanged(state))
    state.numbers.append(4)
    #expect(node.isChanged(state))
    #expect(node.value == 4)
  }

  @Test func aSliceForThoseWithARuleIsNeverTakenForUnchanged() {
    var state = State(name: Name(text: "long enough to be elsewhere", log: Log()))
    func node<Output>(_ keyPath: KeyPath<State, Output> & Sendable) -> RootNode<Output> {
      RootNode(
        identity: .unique(), graph: graph, value: state[keyPath: keyPath], countsAsComparison: true,
        update: RootNode.reading(PartInState(keyPath).read, areEqual: { _, _ in false }))
    }
    let (stored, computed) = (node(\.numbers), node(\.numbers.count))
    #expect(stored.isChanged(state) && computed.isChanged(state))
    state.numbers.append(4)
    #expect(stored.isChanged(state) && computed.isChanged(state))
    #expect(stored.value == [1, 2, 3, 4] && computed.value == 4)
  }

  @Test func aFormulaRunsEveryTime() {
    let log = Log()
    let node = RootNode<Int>(
      identity: .unique(), graph: graph, value: 0, countsAsComparison: false,
      update: RootNode.reading(
        { state in
          log.append("\(state.load(as: Int.self))")
          return state.load(as: Int.self) / 10
        }, areEqual: ==))
    #expect(!node.isChanged(7))
    #expect(node.isChanged(17))
    #expect(node.value == 1)
    #expect(log.lines == ["7", "17"])
    #expect(graph.counters.selectorsComputed == 2)
  }

  @MainActor
  @Test func aNaNThatStaysIsUnchangedEverywhere() {
    struct Reading: Equatable {
      var isValid = true
      var value = Double.nan
    }
    struct Weather {
      var degrees = Double.nan
      var gusts: [Double] = [.nan]
      var best: Double? = .nan
      var reading = Reading()
      var rows = EntityTable([Gauge(id: 1)])
      var ticks = 0
    }
    struct Gauge: Identifiable, Equatable {
      let id: Int
      var level = Float.nan
    }
    do {
      let store = Store(
        initialState: Weather(),
        reducer: Reducer<Weather, Int> { state, _ in
          state.ticks += 1
          state.rows.updateOne(1) { _ in }
        })
      let log = Log()
      let selectDegrees = createSelector(StateSelector(\Weather.degrees)) { $0 * 2 }
      let selectTicks = createSelector(StateSelector(\Weather.ticks)) { Double.nan * Double($0) }
      var all = [
        store.subscribe(to: \.degrees) { _ in log.append("bare") },
        store.subscribe(to: \.best) { _ in log.append("optional") },
        store.subscribe(to: \.gusts) { _ in log.append("array") },
        store.subscribe(to: StateSelector { $0.degrees }) { _ in log.append("closure") },
        store.subscribe(to: selectDegrees) { _ in log.append("derived") },
        store.subscribe(to: selectTicks) { _ in log.append("computed") },
        store.subscribe(to: .row(1, of: \.rows)) { _ in log.append("row") },
        store.subscribe(to: .row(1, of: \.rows, \.level)) { _ in log.append("field") },
        store.subscribe(to: StateSelector(\Weather.degrees), filter: { _, _ in true }) { _ in
          log.append("filter")
        },
      ]
      all.append(store.subscribe(to: \.reading) { _ in log.append("padded") })
      for _ in 1...3 { store.dispatch(1) }
      #expect(log.lines.filter { $0 != "padded" } == [])
      // Bytes between fields may differ once, when the value is taken over.
      #expect(log.lines.count <= 1)
      for each in all { each.cancel() }
    }
  }

  /// Counts its comparisons.
  private struct Cell: Equatable, Sendable {
    static let comparisons = Atomic(0)
    var value = 0

    static func == (one: Cell, other: Cell) -> Bool {
      comparisons.add(1, ordering: .relaxed)
      return one.value == other.value
    }
  }

  private struct Sheet: Sendable {
    var cells = Array(repeating: Cell(), count: 1_000)
    var title = 0
  }

  @Test func collectionThatIsMadeAnewAndIsEqualIsComparedOnce() {
    let store = Store<Sheet, Bool>(
      initialState: Sheet(),
      reducer: Reducer { sheet, isMadeAnew in
        if isMadeAnew { sheet.cells = sheet.cells.map { $0 } } else { sheet.title += 1 }
      })
    let watch = store.subscribe(to: \.cells) { _ in Issue.record("It has not changed.") }
    store.dispatch(true)
    let comparisons = Cell.comparisons.load(ordering: .relaxed)
    store.dispatch(false)
    store.dispatch(false)
    #expect(Cell.comparisons.load(ordering: .relaxed) == comparisons)
    watch.cancel()
  }
}

extension RootNode {
  fileprivate func isChanged<State>(_ state: State) -> Bool {
    withUnsafePointer(to: state) { refresh($0, in: graph) }
  }
}
