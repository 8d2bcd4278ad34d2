// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct SelectionObserverTests {
  /// Runs one observer by hand, as the engine does, and writes down each step.
  @MainActor
  private final class Bench {
    let log = Log()
    var counters = StoreCounters()
    var state = Ledger()
    private let observer: SelectionObserver<Ledger, Int>

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
      let asked = filter.map { filter in
        { (state: UnsafeRawPointer, action: UnsafeRawPointer) -> Bool in
          log.append("filter")
          return filter(state.load(as: Ledger.self), action.load(as: LedgerAction.self))
        }
      }
      observer = SelectionObserver(selector, filter: asked, state: state) {
        log.append("call \($0)")
      }
    }

    var current: Int { observer.delivered }
    var hasFilter: Bool { observer.hasFilter }

    /// What happens for one action; without a notification as within a batch.
    func send(
      _ action: LedgerAction, notifies: Bool = true, commits: Bool = true
    ) -> [String] {
      log.clear()
      withUnsafePointer(to: state) { state in
        withUnsafePointer(to: action) {
          if observer.hasFilter { observer.willReduce(state, $0) }
        }
      }
      if commits { try? Reducer.ledger(&state, action) }
      if observer.hasFilter { observer.didReduce(committed: commits) }
      withUnsafePointer(to: state) {
        if notifies && commits && observer.refresh($0, &counters) { observer.notify($0) }
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
    // A yes catches up with all that happened meanwhile.
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

  @Test func computationsAreCounted() {
    let bench = Bench(dependencies: 2)
    _ = bench.send(.note("a"))
    #expect(bench.counters.selectorsComputed == 2)
    _ = bench.send(.add(1))
    #expect(bench.counters.selectorsComputed == 5)
  }
}
