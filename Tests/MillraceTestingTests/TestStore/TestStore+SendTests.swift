// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreSendTests {
  @Test func aRefusalIsToldByValueOrByType() async {
    let store = TestStore.search()
    await store.send(.type("!"), throws: Search.Failure(reason: "no shouting"))
    await store.send(.type("!"), throws: Search.Failure.self)
    #expect(store.state.text == "")
    await store.finish()
  }

  @Test func theStateAfterARejectionIsThatOfTheStore() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .throwingLedger)
      store.store.replaceState(with: Ledger(count: 7))
      await store.send(.fail)
      #expect(store.state.count == 7)
      await store.finish()
    }
    #expect(reports.all.count == 2)
    #expect(
      reports.texts.last?.hasPrefix("Expected `LedgerAction.fail` to be committed, but") == true)
  }

  @Test func aRejectionThatAStepExpectsIsNotPrinted() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let store = await TestStore.search()
      await store.send(.type("!"), throws: Search.Failure.self)
      await store.finish()
      StoreWarnings.report("Millrace: done")
    }
    #expect(reports(inStandardError: result?.standardErrorContent) == "Millrace: done\n")
  }

  @Test func theReceiptIsThatOfTheDispatch() async {
    let store = TestStore.search()
    let receipt = await store.send(.search) { $0.isSearching = true }
    guard case .committed = receipt.outcome else {
      Issue.record("expected a commit, got \(receipt.outcome)")
      return
    }
    await receipt.finish()
    await store.receive(\.found) {
      $0.isSearching = false
      $0.hits = ["", ""]
    }
  }

  @Test func theChangeIsThatOfTheActionAloneWhateverItsEffectsSendAtOnce() async {
    let store = TestStore.ledger(
      on: .add(1), starting: .sequence(.setOther(1), .setOther(2)))
    await store.send(.add(1)) { $0.count = 1 }
    await store.receive(.setOther(1)) { $0.other = 1 }
    await store.receive(.setOther(2)) { $0.other = 2 }
    await store.finish()
  }

  @Test func aStoreThatHasEndedTakesNothing() async {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      parent?.addChild(store.store)
      parent = nil
      await store.send(.add(1))
    }
    #expect(reports.texts.first?.hasPrefix("Sent `LedgerAction.add(1)`, but the store did") == true)
  }

  /// As a child that its parent removes when it says that it is done.
  @Test(arguments: [false, true])
  func anActionWhoseObserverEndsTheStoreIsProcessed(observesActions: Bool) async {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(store.store)
    let subscription =
      observesActions
      ? store.store.subscribeToActions { _ in parent = nil }
      : store.store.subscribe(to: \.count, initial: false) { _ in parent = nil }
    await store.send(.add(1)) { $0.count = 1 }
    #expect(store.recording.entries.map(\.action) == [.add(1)])
    #expect(store.recording.finalState.count == 1)
    let reports = await Reports.of { await store.send(.add(1)) }
    #expect(reports.texts.first?.hasPrefix("Sent `LedgerAction.add(1)`, but the store did") == true)
    await store.finish()
    subscription.cancel()
  }

  @Test func anActionWhoseMiddlewareEndsTheStoreIsNotProcessed() async {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        parent = nil
        return .none
      })
    parent?.addChild(store.store)
    let reports = await Reports.of { await store.send(.add(1)) }
    #expect(reports.texts.first?.hasPrefix("Sent `LedgerAction.add(1)`, but the store did") == true)
    #expect(store.recording.entries.isEmpty)
  }
}
