// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct FilteredObserverTests {
  /// Runs one observer, with or without a filter, as the engine does, and logs each step.
  @MainActor
  private final class Bench {
    let log = Log()
    var counters = StoreCounters()
    var state = Ledger()
    private let observers = ObserverList()
    private let observer: NodeObserver<Int>

    init(
      dependencies: Int = 0, filter: ((Ledger, LedgerAction) -> Bool)? = nil,
      didChange: @escaping @Sendable (Int, Int) -> Bool = { $0 != $1 }
    ) {
      let log = log
      let output = StateSelector<Ledger, Int> { state in
        log.append("output")
        return state.notes.count
      } didChange: { old, new in
        log.append("compare \(old) \(new)")
        return didChange(old, new)
      }
      let count = StateSelector { (state: Ledger) in
        log.append("count")
        return state.count
      }
      let other = StateSelector { (state: Ledger) in
        log.append("other")
        return state.other
      }
      let selector =
        switch dependencies {
        case 0: StateSelector(outputSelector: output)
        case 1: StateSelector(dependencySelector: count, outputSelector: output)
        default: StateSelector(dependencySelector: count, other, outputSelector: output)
        }
      let graph = observers.graph
      observer = withUnsafePointer(to: state) { state in
        let observer = selector.strategy.makeObserver(for: selector, in: graph, state) {
          log.append("call \($0)")
        }
        return unsafeDowncast(observer, to: NodeObserver<Int>.self)
      }
      let filtered = filter.map { filter in
        FilteredObserver(
          observer, of: selector.nodeKey,
          filter: { state, action in
            log.append("filter")
            return filter(state.load(as: Ledger.self), action.load(as: LedgerAction.self))
          }, in: graph)
      }
      observers.add(filtered ?? observer)
    }

    var current: Int { observer.delivered }
    var hasFilter: Bool { observers.hasFilters }

    /// The steps for one action; without a notification, those within a batch.
    func send(
      _ action: LedgerAction, notifies: Bool = true, commits: Bool = true
    ) -> [String] {
      log.clear()
      withUnsafePointer(to: state) { state in
        withUnsafePointer(to: action) { observers.willReduce(state, $0) }
      }
      if commits {
        try? Reducer.ledger(&state, action)
        observers.graph.commit += 1
        observers.didCommit()
      }
      if notifies && commits {
        withUnsafePointer(to: state) {
          observers.refresh($0, &counters)
          observers.notify(&counters)
        }
      }
      return log.lines
    }
  }

  @Test func itBeginsWithThePresentValueAndWithoutACall() {
    let bench = Bench(dependencies: 2)
    #expect(bench.log.lines == ["count", "other", "output"])
    #expect(bench.current == 0)
    #expect(!bench.hasFilter)
  }

  @Test func withoutDependenciesTheOutputIsComputedAndComparedEveryTime() {
    let bench = Bench()
    #expect(bench.send(.add(1)) == ["output", "compare 0 0"])
    #expect(bench.send(.note("a")) == ["output", "compare 0 1", "call 1"])
    #expect(bench.send(.add(1)) == ["output", "compare 1 1"])
    #expect(bench.current == 1)
  }

  @Test func withDependenciesTheOutputWaitsForAChangeOfOne() {
    let bench = Bench(dependencies: 2)
    #expect(bench.send(.note("a")) == ["count", "other"])
    #expect(bench.send(.setOther(1)) == ["count", "other", "output", "compare 0 1", "call 1"])
    #expect(bench.send(.add(1)) == ["count", "other", "output", "compare 1 1"])
    #expect(bench.send(.note("b")) == ["count", "other"])
    #expect(bench.current == 1)
  }

  @Test func afterANoOfTheFilterNothingIsLookedAt() {
    let bench = Bench(dependencies: 1) { _, action in action == .add(1) }
    #expect(bench.hasFilter)
    #expect(bench.send(.note("a")) == ["filter"])
    #expect(bench.send(.add(2)) == ["filter"])
    // An accepted action also brings the changes that came before it.
    #expect(bench.send(.add(1)) == ["filter", "count", "output", "compare 0 1", "call 1"])
    #expect(bench.send(.add(5)) == ["filter"])
  }

  @Test func theFilterSeesTheStateBeforeTheAction() {
    let bench = Bench { state, _ in state.notes.isEmpty }
    #expect(bench.send(.note("a")) == ["filter", "output", "compare 0 1", "call 1"])
    #expect(bench.send(.note("b")) == ["filter"])
  }

  @Test func aYesForARejectedActionDoesNotCount() {
    let bench = Bench { _, action in action == .add(1) }
    #expect(bench.send(.add(1), commits: false) == ["filter"])
    #expect(bench.send(.note("a")) == ["filter"])
    #expect(bench.current == 0)
  }

  @Test func inABatchOneYesIsEnough() {
    let bench = Bench { _, action in action == .note("a") }
    #expect(bench.send(.note("a"), notifies: false) == ["filter"])
    #expect(bench.send(.note("b"), notifies: false) == ["filter"])
    #expect(bench.send(.add(1)) == ["filter", "output", "compare 0 2", "call 2"])
    #expect(bench.send(.add(1)) == ["filter"])
  }

  @Test func whatIsComparedIsTheValueThatWasDeliveredLast() {
    let bench = Bench(didChange: { $1 >= $0 + 2 })
    #expect(bench.send(.note("a")) == ["output", "compare 0 1"])
    #expect(bench.current == 0)
    #expect(bench.send(.note("b")) == ["output", "compare 0 2", "call 2"])
    #expect(bench.send(.note("c")) == ["output", "compare 2 3"])
    #expect(bench.current == 2)
  }

  /// A node that other observers keep up to date can have changed since the last action that the
  /// filter accepted, and changed back.
  @Test func aValueThatOthersWatchTooIsComparedWithTheDeliveredOne() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let all = [
      store.subscribe(to: double) { log.append("all \($0)") },
      store.subscribe(to: double, filter: { _, action in action == .note("now") }) {
        log.append("filtered \($0)")
      },
    ]
    for action: LedgerAction in [.add(1), .add(-1), .note("now"), .add(2), .note("now")] {
      store.dispatch(action)
    }
    #expect(log.lines == ["all 2", "all 0", "all 4", "filtered 4"])
    #expect(double.recomputations == 4)
    all[0].cancel()
    for action: LedgerAction in [.add(1), .note("now")] { store.dispatch(action) }
    #expect(log.lines.last == "filtered 6")
    all[1].cancel()
    #expect(store.engine.observers.graph.nodes.isEmpty)
  }

  @Test func aNodeThatOneFilterStillReadsStaysInTheGraph() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let double = createSelector(\Ledger.count) { $0 * 2 }
    var values: [Int] = []
    let filtered = (0..<2).map { _ in
      store.subscribe(to: double, filter: { _, _ in true }) { values.append($0) }
    }
    store.dispatch(.add(1))
    #expect(values == [2, 2])
    filtered[0].cancel()
    let computed = double.recomputations
    let unfiltered = store.subscribe(to: double) { values.append($0) }
    #expect(double.recomputations == computed)
    store.dispatch(.add(1))
    #expect(values == [2, 2, 4, 4])
    #expect(double.recomputations == computed + 1)
    unfiltered.cancel()
    store.dispatch(.add(1))
    #expect(values.last == 6)
    filtered[1].cancel()
    #expect(store.engine.observers.graph.nodes.isEmpty)
  }

  @Test func aRowThatWasAndIsAgainIsNoChange() {
    let store = DirectoryStore(count: 3)
    let log = Log()
    let watch = store.subscribe(
      to: .row(1, of: \.entries, \.value), filter: { directory, _ in directory.title == "now" }
    ) { log.append("\($0 ?? -1)") }
    let old = store.state.entries[id: 1]?.value ?? 0
    store.dispatch { $0.entries[id: 1]?.value = old + 1 }
    store.dispatch {
      $0.entries[id: 1]?.value = old
      $0.title = "now"
    }
    store.dispatch { $0.entries[id: 2]?.value = 7 }
    #expect(log.lines == [])
    store.dispatch { $0.entries[id: 1]?.value = old + 2 }
    #expect(log.lines == ["\(old + 2)"])
    watch.cancel()
    store.dispatch { $0.entries[id: 1]?.value = old }
    #expect(log.lines.count == 1)
    #expect(store.engine.observers.graph.nodes.isEmpty)
  }

  @Test func computationsAreCounted() {
    let bench = Bench(dependencies: 2)
    _ = bench.send(.note("a"))
    #expect(bench.counters.selectorsComputed == 2)
    _ = bench.send(.add(1))
    #expect(bench.counters.selectorsComputed == 5)
  }
}
