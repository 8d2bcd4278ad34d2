// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct SelectorStrategyTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  @Test func aClosureWithoutInputsRunsAfterEveryCommit() {
    let log = Log()
    let selector = StateSelector { (state: Ledger) in
      log.append("run")
      return state.count
    }
    let watch = store.subscribe(to: selector) { _ in }
    log.clear()
    for _ in 0..<3 { store.dispatch(.setOther(1)) }
    #expect(log.lines.count == 3)
    watch.cancel()
  }

  /// As an input too, a selector with dependencies waits for a change of one of them.
  @Test func aSelectorWithDependenciesWaitsForThem() {
    let log = Log()
    let selector = StateSelector(
      dependencySelector: StateSelector(\Ledger.count),
      outputSelector: StateSelector { (state: Ledger) in
        log.append("run")
        return state.notes.count + state.count
      })
    var heard: [Int] = []
    let double = createSelector(selector) { $0 * 2 }
    let watch = store.subscribe(to: double) { heard.append($0) }
    log.clear()
    store.dispatch(.note("a"))
    store.dispatch(.setOther(1))
    #expect(log.lines.isEmpty)
    store.dispatch(.add(1))
    #expect(log.lines.count == 1)
    #expect(heard == [4])
    watch.cancel()
  }
}
