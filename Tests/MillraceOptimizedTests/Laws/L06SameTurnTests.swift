// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L6: a dispatch has committed and notified when it returns, unless the store was busy.
@MainActor
@Suite struct L06SameTurnTests {
  @Test func stateAndObserversAreUpToDateWhenDispatchReturns() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    let subscription = store.subscribe(to: \.count) { seen.append($0) }
    let receipt = store.dispatch(.add(3))
    #expect(store.state.count == 3)
    #expect(seen == [3])
    #expect(receipt.isCommitted)
    subscription.cancel()
  }

  @Test func synchronousEffectsHaveRunWhenDispatchReturns() {
    let middleware = LedgerMiddleware { action, _, _ in
      action == .add(1) ? .sequence(.note("a"), .note("b")) : .none
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(1))
    #expect(store.state.notes == ["a", "b"])
  }

  @Test func whatWasEnqueuedBeforeRunsFirst() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.enqueue(.note("enqueued"))
    store.dispatch(.note("dispatched"))
    #expect(store.state.notes == ["enqueued", "dispatched"])
  }

  @Test func awaitedSendsAreCommittedWhenTheyReturn() async {
    let log = Log()
    weak var store: LedgerStore?
    let middleware = LedgerMiddleware { action, _, _ in
      guard action == .note("go") else { return .none }
      return .run { [store] send in
        await send(.add(1))
        log.append("\(await store?.state.count ?? -1)")
        await send(.add(1))
        log.append("\(await store?.state.count ?? -1)")
      }
    }
    let owner = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store = owner
    await owner.dispatch(.note("go")).finish()
    #expect(log.lines == ["1", "2"])
  }
}
