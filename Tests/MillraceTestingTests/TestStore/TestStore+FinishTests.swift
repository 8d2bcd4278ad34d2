// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreFinishTests {
  @Test func anEffectThatNoActionStartedMayRunOn() async {
    let store = TestStore.search()
    await store.addEffect(.just(.tick).delay(for: .seconds(5)))
    await store.finish()
  }

  @Test func skippingEndsEffects() async {
    let store = TestStore.search()
    await store.send(.tick)
    await store.skipInFlightEffects()
    await store.advance(by: .seconds(2))
    #expect(store.store.runningEffects.isEmpty)
    await store.finish()
  }

  @Test func skippedActionsCountForTheState() async {
    let store = TestStore.search()
    await store.send(.search) { $0.isSearching = true }
    await store.skipReceivedActions()
    #expect(store.state.hits == ["", ""])
    await store.finish()
  }

  @Test func aTestThatForgetsToFinishIsCheckedWhenItEnds() async {
    let line: UInt = #line + 2
    let reports = await Reports.of {
      let store = TestStore(
        initialState: Ledger(), reducer: .ledger,
        middleware: LedgerMiddleware { action, _, _ in
          action == .add(1) ? IO(.just(.note("a"))) : .pure()
        })
      await store.send(.add(1)) { $0.count = 1 }
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts.first?.hasPrefix("Expected the test to tell all that happens, but 1") == true)
  }

  @Test func whatEndsLaterOutsideIsWaitedFor() async {
    let gate = Gate()
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in IO(.run { _ in await gate.wait() }) })
    await store.send(.fail)
    Task.detached { await gate.open() }
    await store.finish(timeout: .seconds(60))
  }
}
