// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ThrowingSelectorTests {
  private struct Negative: Error, Equatable { let count: Int }

  private let root = createSelector(StateSelector(\Ledger.count)) { count in
    if count < 0 { throw Negative(count: count) }
    return count * 10
  }

  @Test func anErrorIsNotRememberedAndTheEarlierValueSurvives() throws {
    #expect(try root(Ledger(count: 4)) == 40)
    for calls in 1...2 {
      #expect(throws: Negative(count: -1)) { try root(Ledger(count: -1)) }
      #expect(root.recomputations == 1 + calls)
    }
    #expect(try root(Ledger(count: 4)) == 40)
    #expect(root.recomputations == 3)
    root.resetRecomputations()
    #expect(root.recomputations == 0)
  }

  @MainActor
  @Test func observersKeepTheValueThatTheyHave() throws {
    let store = LedgerStore(initialState: Ledger(count: -5), reducer: .ledger)
    var heard: [Int?] = []
    let watch = store.subscribe(to: root.value, initial: true) { heard.append($0) }
    #expect(throws: Negative(count: -5)) { try store.select(root) }
    for step in [6, -7, 7, -9, 10] { store.dispatch(.add(step)) }
    // -5 1 -6 1 -8 2
    #expect(heard == [nil, 10, 20])
    #expect(try store.select(root) == 20)
    watch.cancel()
  }

  @Test func aTransformationThatCannotThrowMakesAPlainSelector() {
    let plain: StateSelector<Ledger, Int> = createSelector(StateSelector(\Ledger.count)) { $0 + 1 }
    #expect(plain(Ledger(count: 1)) == 2)
  }
}
