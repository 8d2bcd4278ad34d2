// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StoreEffectsTests {
  @Test func anEffectNeedsNoAction() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.addEffect(.just(.add(1)))
    #expect(store.count == 1)
    await store.addEffect(.task { .add(10) }).finish()
    #expect(store.count == 11)
    #expect(store.held.effects == 0)
  }

  @Test func itCanBeCancelledByItsId() async {
    let gate = Gate()
    let store = LedgerStore.starting(["stop": .cancel(id: 1)])
    let receipt = store.addEffect(
      .run { send in
        await gate.wait()
        await send(.add(1))
      }
      .cancellable(id: 1))
    store.dispatch(.note("stop"))
    await gate.open()
    await receipt.finish()
    #expect(store.count == 0)
  }

  @Test func insideATurnItsActionsWaitForTheirs() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var counts: [Int] = []
    let subscription = store.subscribe(to: \.notes) { [unowned store] _ in
      store.addEffect(.just(.add(1)))
      counts.append(store.count)
    }
    store.dispatch(.note("a"))
    #expect(counts == [0])
    #expect(store.count == 1)
    subscription.cancel()
  }

  @Test func insideATurnTheReceiptCancelsWhatAQueuedActionWouldStart() async {
    let store = LedgerStore.starting(["b": .run { _ in Issue.record("the effect has started") }])
    var receipts: [DispatchReceipt] = []
    let subscription = store.subscribe(to: \.count) { [unowned store] _ in
      let receipt = store.addEffect(.just(.note("b")))
      receipt.cancel()
      receipts.append(receipt)
    }
    store.dispatch(.add(1))
    #expect(store.state.notes == ["b"])
    #expect(store.runningEffects.isEmpty)
    for receipt in receipts { await receipt.finish() }
    subscription.cancel()
  }

  @Test func finishWaitsForExactlyWhatAnActionStarted() async {
    let (own, foreign, log) = (Gate(), Gate(), Log())
    let store = LedgerStore.starting([
      "a": .run { send in await send(.note("b")) },
      // Started by an action that the effect of the first one sent.
      "b": .run { send in
        await own.wait()
        send.dispatch(.note("c"))
      },
      "c": .promise { complete in Task { complete(.add(1)) } },
      "other": .run { _ in
        await foreign.wait()
        log.append("other")
      },
    ])
    let other = store.dispatch(.note("other"))
    let receipt = store.dispatch(.note("a"))
    await own.open()
    await receipt.finish()
    #expect(store.count == 1)
    #expect(log.lines.isEmpty)
    await foreign.open()
    await other.finish()
    #expect(log.lines == ["other"])
  }

  /// A cut turn leaves actions for the next one; their dispatch has not finished before.
  @Test func finishWaitsForWhatACutTurnLeft() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, state in
        state.count < 50 ? .just(.add(1)) : .none
      })
    store.chainLimit = 10
    store.onRunaway = { _ in }
    let receipt = store.dispatch(.add(1))
    #expect(store.count < 50)
    await receipt.finish()
    #expect(store.count == 51)
    #expect(store.counters.turnsCut > 1)
  }
}
