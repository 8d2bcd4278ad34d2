// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct DispatchReceiptTests {
  @Test func aRejectionIsThrown() {
    let receipt = DispatchReceipt(.rejected(LedgerError()))
    #expect(throws: LedgerError()) { try receipt.get() }
  }

  @Test func committedAndQueuedThrowNothing() {
    #expect(throws: Never.self) { try DispatchReceipt.committed.get() }
    #expect(throws: Never.self) { try DispatchReceipt(.queued).get() }
  }

  @Test func theReceiptForOtherHandlersSaysCommittedAndHasNothingToWaitFor() async {
    guard case .committed = DispatchReceipt.committed.outcome else {
      Issue.record("The outcome is \(DispatchReceipt.committed.outcome).")
      return
    }
    await DispatchReceipt.committed.finish()
  }

  @Test func finishWaitsForItsOwnEffectsOnly() async {
    let tracker = EffectTracker()
    tracker.begin(1)
    tracker.begin(2)
    let log = Log()
    let one = DispatchReceipt(.committed, dispatchID: 1, context: .init(tracker))
    let waiter = Task {
      await one.finish()
      log.append("finished")
    }
    log.append("ended 1")
    tracker.end(1)
    await waiter.value
    #expect(log.lines == ["ended 1", "finished"])
    await tracker.cancel(2)
    #expect(tracker.isCancelled(2))
  }

  @Test func finishReturnsAtOnceWithoutEffects() async {
    await DispatchReceipt(.committed, dispatchID: 7, context: .init(EffectTracker())).finish()
  }

  @MainActor
  @Test func finishWaitsForWhatTheLastActionOfAnEffectLeadsTo() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      // The code returns before its action is committed, and that action leads to another one.
      "a": .run { $0.dispatch(.note("b")) },
      "b": .just(.note("c")),
      "c": .run { send in
        await gate.wait()
        await send(.note("end"))
      },
    ])
    let receipt = store.dispatch(.note("a"))
    let finished = Task {
      await receipt.finish()
      return store.state.notes
    }
    await until { store.state.notes.count == 3 }
    await gate.open()
    #expect(await finished.value == ["a", "b", "c", "end"])
  }

  @Test func finishStopsWaitingWhenItsTaskIsCancelled() async {
    let tracker = EffectTracker()
    tracker.begin(1)
    let receipt = DispatchReceipt(.committed, dispatchID: 1, context: .init(tracker))
    let waiter = Task { await receipt.finish() }
    waiter.cancel()
    _ = await waiter.value
    #expect(!tracker.begin(1))
    tracker.end(1)
    #expect(tracker.begin(1))
  }

  @MainActor
  @Test func aQueuedActionWhoseCommitEndsTheStoreIsCommitted() async {
    let parent = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent.addChild(store)
    var receipt: DispatchReceipt?
    let subscription = store.subscribe(to: \.notes) { [unowned parent, unowned store] notes in
      if notes == ["a"] { receipt = store.dispatch(.note("b")) } else { parent.end() }
    }
    store.dispatch(.note("a"))
    #expect(store.state.notes == ["a", "b"])
    guard case .committed = await receipt?.finish() else {
      Issue.record("The outcome is \(String(describing: receipt?.outcome)).")
      return
    }
    subscription.cancel()
  }

  @MainActor
  @Test(.timeLimit(.minutes(5)))
  func aReceiptDoesNotWaitForTheRestOfATurnWhoseStoreEnds() async {
    let effects: [String: Effect<LedgerAction>] = [
      "a": .perform { send in
        for _ in 0..<20 { send.start(.run { _ in }) }
      }
    ]
    for endsByParent in [false, true] {
      let parent = LedgerStore(initialState: Ledger(), reducer: .ledger)
      var store: LedgerStore? = .starting(effects)
      store?.chainLimit = 10
      store?.onRunaway = { _ in }
      if let store, endsByParent { parent.addChild(store) }
      let receipt = store?.dispatch(.note("a"))
      #expect(store?.counters.turnsCut == 1)
      if endsByParent { parent.end() }
      store = nil
      guard case .committed = await receipt?.finish() else {
        Issue.record("The outcome is \(String(describing: receipt?.outcome)).")
        return
      }
    }
  }
}

@MainActor
@Suite struct CancelledDispatchTests {
  /// Waits until the clock moves, which it never does.
  private let waiting = Effect<LedgerAction>.just(.add(100)).delay(for: .seconds(1000))

  /// The effects that are no parts of others.
  private func running(_ store: LedgerStore) -> [LedgerStore.RunningEffect] {
    store.runningEffects.filter { $0.parent == nil }
  }

  @Test func cancelEndsWhatTheDispatchStartedAndWhatThatStarted() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": .merge(.sequence(.note("b"), .note("c")), waiting),
      "b": .run { send in
        await gate.wait()
        await send(.add(1))
      },
      "c": waiting,
      "other": waiting,
    ])
    let other = store.dispatch(.note("other"))
    let receipt = store.dispatch(.note("a"))
    #expect(running(store).count == 4)
    receipt.cancel()
    #expect(running(store).count { !$0.isCancelled } == 1)
    await gate.open()
    await receipt.finish()
    #expect(running(store).count == 1)
    #expect(store.count == 0)
    other.cancel()
    await other.finish()
    #expect(running(store).isEmpty)
  }

  @Test func cancelTwiceOrTooLateDoesNothing() async {
    let store = LedgerStore.starting(["a": waiting, "b": .just(.add(1))])
    let receipt = store.dispatch(.note("a"))
    receipt.cancel()
    receipt.cancel()
    await receipt.finish()
    receipt.cancel()
    DispatchReceipt.committed.cancel()
    store.dispatch(.note("b")).cancel()
    #expect(store.count == 1)
    #expect(store.dispatch(.note("a")).context?.tracker != nil)
    #expect(running(store).count == 1)
  }

  @Test func aCancelledWaitEndsTheEffectsAndReturnsWithoutTheirTasks() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": .run { send in
        await gate.wait()
        await send(.add(1))
      }
    ])
    let receipt = store.dispatch(.note("a"))
    let view = Task { await receipt.finish() }
    await Task.yield()
    view.cancel()
    _ = await view.value
    #expect(running(store).map(\.isCancelled) == [true])
    await gate.open()
    await receipt.finish()
    #expect(store.count == 0)
  }

  @Test func aQueuedDispatchThatIsCancelledRunsAndStartsNothingThatTakesTime() {
    let store = LedgerStore.starting(["a": .just(.note("b")), "b": waiting, "c": waiting])
    let subscription = store.subscribe(to: \.notes) { [unowned store] notes in
      if notes == ["a"] { store.dispatch(.note("c")).cancel() }
    }
    store.dispatch(.note("a"))
    #expect(store.state.notes == ["a", "c", "b"])
    #expect(running(store).count == 1)
    subscription.cancel()
  }

  @Test func whatADispatchThatIsCancelledWouldStartTakesNoPlaceOfOthers() {
    let store = LedgerStore.starting([
      "a": .just(.note("b")), "c": waiting.throttle(id: 1, for: .seconds(1)),
      "d": waiting.cancellable(id: 2, policy: .latest),
    ])
    store.dispatch(.note("d"))
    let subscription = store.subscribe(to: \.notes) { [unowned store] notes in
      guard notes == ["d", "a"] else { return }
      for name in ["c", "d"] { store.dispatch(.note(name)).cancel() }
    }
    store.dispatch(.note("a"))
    #expect(store.state.notes == ["d", "a", "c", "d", "b"])
    #expect(running(store).map(\.isCancelled) == [false])
    #expect(store.held.windows == 0)
    subscription.cancel()
  }

  @Test func finishTellsWhatBecameOfAQueuedDispatch() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    store.onRejection = { _ in }
    var receipts: [DispatchReceipt] = []
    let subscription = store.subscribe(to: \.notes) { [unowned store] notes in
      receipts = [store.dispatch(.fail), store.dispatch(.add(1))]
    }
    store.dispatch(.note("a"))
    #expect(receipts.map { "\($0.outcome)" } == ["queued", "queued"])
    guard case .rejected(let error) = await receipts[0].finish() else {
      Issue.record("The outcome is \(await receipts[0].finish()).")
      return
    }
    #expect(error as? LedgerError == LedgerError())
    #expect("\(await receipts[1].finish())" == "committed")
    subscription.cancel()
  }

  @Test func aQueuedDispatchWhoseStoreGoesIsRejected() async {
    var store: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var receipt: DispatchReceipt?
    let parent = LedgerStore(initialState: Ledger(), reducer: .ledger)
    if let store { parent.addChild(store) }
    let subscription = store?.subscribe(to: \.notes) { [unowned parent, unowned store] _ in
      receipt = store?.dispatch(.add(1))
      parent.end()
    }
    store?.dispatch(.note("a"))
    guard case .rejected(let error) = await receipt?.finish() else {
      Issue.record("The outcome is \(String(describing: receipt?.outcome)).")
      return
    }
    #expect(error is DispatchReceipt.StoreEnded)
    subscription?.cancel()
    store = nil
  }

  @Test func aDispatchBehindMailWhoseStoreGoesIsRejected() async {
    let parent = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent.addChild(store)
    let subscription = store.subscribe(to: \.notes) { [unowned parent] _ in parent.end() }
    store.enqueue(.note("a"))
    let receipt = store.dispatch(.add(1))
    for outcome in [receipt.outcome, await receipt.finish()] {
      guard case .rejected(let error) = outcome else {
        Issue.record("The outcome is \(outcome).")
        continue
      }
      #expect(error is DispatchReceipt.StoreEnded)
    }
    subscription.cancel()
  }

  @Test func aReceiptKeepsNoStoreAlive() async {
    var store: LedgerStore? = LedgerStore.starting(["a": waiting])
    let receipt = store?.dispatch(.note("a"))
    let (held, engine) = (Weak(store), Weak(store?.engine))
    store = nil
    #expect(held.object == nil)
    #expect(engine.object == nil)
    receipt?.cancel()
    await receipt?.finish()
  }
}
