// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct CreateSelectorRulesTests {
  private struct Tag: Sendable { var text: String }

  private let state: Directory = {
    var directory = Directory(count: 3)
    directory.title = "names"
    return directory
  }()

  @Test func aRuleForAnOutputThatCannotBeCompared() {
    let tag = createSelector(
      .count(of: \Directory.entries), didChange: { $0.text != $1.text }
    ) { Tag(text: "\($0)") }
    #expect(tag(state).text == "3")
  }

  @Test func keyPathsMayHaveARuleForTheOutput() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let select = createSelector(\Ledger.count, \.other, didChange: { $0 / 10 != $1 / 10 }) {
      $0 + $1
    }
    var heard: [Int] = []
    let watch = store.subscribe(to: select) { heard.append($0) }
    store.dispatch(.add(9))
    store.dispatch(.setOther(4))
    store.dispatch(.add(1))
    store.dispatch(.add(6))
    #expect(heard == [13, 20])
    watch.cancel()
  }
}
