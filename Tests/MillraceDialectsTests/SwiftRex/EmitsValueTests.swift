// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct EmitsValueTests {
  /// The counts with which an observer of commits is called.
  private func heard(_ emitsValue: EmitsValue<Ledger>) -> [Int] {
    let store = LedgerStore(
      initialState: Ledger(), reducer: Reducer.ledger, emitsValue: emitsValue)
    var heard: [Int] = []
    let subscription = store.subscribe { heard.append($0.count) }
    for action in [LedgerAction.fail, .add(0), .add(1), .add(0), .add(2)] { store.dispatch(action) }
    subscription.cancel()
    #expect(store.state.count == 3)
    return heard
  }

  @Test func alwaysTellsOfEveryCommit() {
    #expect(heard(.always) == [0, 0, 1, 1, 3])
  }

  @Test func neverTellsOfNone() {
    #expect(heard(.never).isEmpty)
  }

  @Test func whenDifferentTellsOnlyOfStatesThatDiffer() {
    #expect(heard(.whenDifferent) == [1, 3])
  }

  @Test func aRuleTellsOfWhatItLetsThrough() {
    #expect(heard(.when { told, new in new.count - told.count >= 2 }) == [3])
  }

  @Test func middlewareSeesEveryCommit() {
    var seen: [Int] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: Reducer.ledger,
      middleware: LedgerMiddleware { _, _, state in .perform { _ in seen.append(state.count) } },
      emitsValue: .when { _, _ in false })
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(seen == [1, 3])
  }
}
