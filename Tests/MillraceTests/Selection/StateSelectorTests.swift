// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct StateSelectorTests {
  private struct App: Sendable { var ledger = Ledger() }

  @Test func aKeyPathIsReadAndComparedByEquality() {
    let selector = StateSelector(\Ledger.count)
    #expect(selector(Ledger(count: 4)) == 4)
    #expect(selector.didChange(1, 2))
    #expect(!selector.didChange(1, 1))
  }

  @Test func aFunctionIsComputedAnewForEveryCall() {
    let log = Log()
    let selector = StateSelector { (state: Ledger) in
      log.append("\(state.count)")
      return state.count * 2
    }
    #expect(selector(Ledger(count: 1)) == 2)
    #expect(selector(Ledger(count: 1)) == 2)
    #expect(log.lines == ["1", "1"])
    #expect(!selector.didChange(2, 2))
  }

  @Test func aRuleOfItsOwnGetsTheOldValueFirst() {
    let function = StateSelector({ (state: Ledger) in state.count }, didChange: { $1 > $0 })
    let keyPath = StateSelector(\Ledger.count, didChange: { $1 > $0 })
    for selector in [function, keyPath] {
      #expect(selector.didChange(1, 2))
      #expect(!selector.didChange(2, 1))
    }
  }

  @Test func equalKeyPathsAreTheSameSelector() {
    let selector = StateSelector(\Ledger.count)
    #expect(selector.identity == StateSelector(\Ledger.count).identity)
    #expect(selector.identity != StateSelector(\Ledger.other).identity)
  }

  @Test func selectorsFromFunctionsAreTheSameOnlyAsCopies() {
    func make() -> StateSelector<Ledger, Int> { StateSelector { $0.count } }
    let selector = make()
    let copy = selector
    #expect(selector.identity == copy.identity)
    #expect(selector.identity != make().identity)
  }

  @Test func anyNumberOfDependenciesIsKept() {
    let output = StateSelector(\Ledger.notes)
    let count = StateSelector(\Ledger.count)
    let other = StateSelector(\Ledger.other)
    let none = StateSelector(outputSelector: output)
    let one = StateSelector(dependencySelector: count, outputSelector: output)
    let two = StateSelector(dependencySelector: count, other, outputSelector: output)
    let three = StateSelector(
      dependencySelector: count, StateSelector(\Ledger.payload), other,
      outputSelector: output)
    let selectors = [none, one, two, three]
    #expect(selectors.map(\.strategy.dependencies.count) == [0, 1, 2, 3])
    for selector in selectors { #expect(selector(Ledger(notes: ["a"])) == ["a"]) }
    #expect(Set(selectors.map(\.identity)).count == 4)
  }

  @MainActor
  @Test(arguments: [0, 1, 2])
  func theOutputIsComputedOnlyAfterADependencyChanged(dependencies: Int) {
    let log = Log()
    let output = StateSelector { (state: Ledger) in
      log.append("output")
      return state.notes
    }
    let selector =
      switch dependencies {
      case 0: StateSelector(outputSelector: output)
      case 1: StateSelector(dependencySelector: .init(\.count), outputSelector: output)
      default:
        StateSelector(dependencySelector: .init(\.count), .init(\.other), outputSelector: output)
      }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var heard: [[String]] = []
    let subscription = store.subscribe(to: selector) { heard.append($0) }
    log.clear()

    store.dispatch(.note("a"))
    #expect(log.lines.count == (dependencies == 0 ? 1 : 0))
    #expect(heard == (dependencies == 0 ? [["a"]] : []))
    store.dispatch(.setOther(1))
    #expect(log.lines.count == (dependencies == 1 ? 0 : dependencies == 0 ? 2 : 1))
    store.dispatch(.add(1))
    #expect(log.lines.count == [3, 1, 2][dependencies])
    #expect(heard == [["a"]])
    subscription.cancel()
  }

  @Test func readFromALargerStateItIsTheSameSelector() {
    let outer = StateGetter(\App.ledger)
    let count = outer.translated(StateSelector(\Ledger.count))
    #expect(count.identity == StateSelector(\App.ledger.count).identity)
    #expect(count(App(ledger: Ledger(count: 4))) == 4)
    #expect(count.didChange(1, 2))
    #expect(!count.didChange(1, 1))
    let guarded = outer.translated(
      StateSelector(
        dependencySelector: StateSelector(\Ledger.count), outputSelector: .init(\.notes)))
    #expect(guarded.strategy.dependencies.count == 1)
  }

  @Test func anyThreadMayCallIt() async {
    let selector = StateSelector { (state: Ledger) in state.payload.reduce(0, +) }
    let state = Ledger(payload: Array(1...100))
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { selector(state) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 5_050, count: 8))
  }
}
