// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import TestSupport
import Testing

/// L8: the store owns its effects; nothing that observes a store keeps it alive; cancelling takes
/// effect at once; cancel ids belong to one store.
@MainActor
@Suite struct L08LifetimeTests {
  /// Starts an effect that reports on the log, waits until it is cancelled and then still sends.
  private func stubborn(_ log: Log, started: Gate, ended: Gate) -> LedgerMiddleware {
    LedgerMiddleware { action, _, _ in
      switch action {
      case .note("start"):
        Effect.run { send in
          await started.open()
          let silence = AsyncStream<Never> { _ in }
          for await _ in silence {}
          log.append(Task.isCancelled ? "cancelled" : "ended")
          await send(.note("too late"))
          send.dispatch(.note("too late"))
          await ended.open()
        }
        .cancellable(id: "effect")
      case .note("cancel"): .cancel(id: "effect")
      default: .none
      }
    }
  }

  @Test func effectsEndWithTheirStore() async {
    let log = Log()
    let (started, ended) = (Gate(), Gate())
    var store: LedgerStore? = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: stubborn(log, started: started, ended: ended))
    let receipt = store!.dispatch(.note("start"))
    await started.wait()
    let ghost = Weak(store)
    store = nil
    #expect(ghost.object == nil)
    await receipt.finish()
    await ended.wait()
    #expect(log.lines == ["cancelled"])
  }

  @Test func aCancelledEffectSendsNothingMore() async {
    let log = Log()
    let (started, ended) = (Gate(), Gate())
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: stubborn(log, started: started, ended: ended))
    let receipt = store.dispatch(.note("start"))
    await started.wait()
    store.dispatch(.note("cancel"))
    await receipt.finish()
    #expect(log.lines == ["cancelled"])
    #expect(store.state.notes == ["start", "cancel"])
  }

  @Test func cancelIDsBelongToOneStoreAndToOneType() async {
    let log = Log()
    let (started, ended) = (Gate(), Gate())
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: stubborn(log, started: started, ended: ended))
    let other = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in .cancel(id: "effect") }
        <> LedgerMiddleware { _, _, _ in .cancel(id: Substring("effect")) })
    let receipt = store.dispatch(.note("start"))
    await started.wait()
    other.dispatch(.add(1))
    #expect(log.lines.isEmpty)
    store.dispatch(.note("cancel"))
    await receipt.finish()
    #expect(log.lines == ["cancelled"])
  }

  @Test func nothingThatObservesAStoreKeepsItAlive() async {
    var store: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let ghost = Weak(store)
    let subscription = store!.subscribe(to: \.count) { _ in }
    let commits = store!.subscribe { _ in }
    let values = store!.values(of: \.count)
    let transitions = store!.transitions()
    withObservationTracking {
      _ = store!.count
    } onChange: {
    }
    store!.dispatch(.add(1))
    store = nil
    #expect(ghost.object == nil)
    // The sequences end with the store.
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [0, 1])
    var actions: [LedgerAction] = []
    for await transition in transitions { actions.append(transition.action) }
    #expect(actions == [.add(1)])
    subscription.cancel()
    commits.cancel()
  }

  @Test func lettingGoOfASubscriptionCancelsIt() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var calls = 0
    var subscription: StoreSubscription? = store.subscribe(to: \.count) { _ in calls += 1 }
    store.dispatch(.add(1))
    withExtendedLifetime(subscription) {}
    subscription = nil
    store.dispatch(.add(1))
    #expect(calls == 1)
  }

  @Test func aStoreThatIsReleasedInsideItsOwnNotificationEndsQuietly() {
    var store: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let ghost = Weak(store)
    var subscriptions: [StoreSubscription] = []
    var calls = 0
    for _ in 0..<3 {
      store!.subscribe(to: \.count) { _ in
        calls += 1
        store = nil
      }
      .store(in: &subscriptions)
    }
    store?.dispatch(.add(1))
    // No observer is called twice.
    #expect((1...3).contains(calls))
    #expect(ghost.object == nil)
  }

  @Test func enqueuedActionsOfAStoreThatIsGoneAreDropped() async {
    var store: LedgerStore? = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        Issue.record("an action ran after the end")
        return .none
      })
    store?.enqueue(.add(1))
    store = nil
    await Task.yield()
  }
}
