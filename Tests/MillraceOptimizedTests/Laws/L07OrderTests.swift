// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L7: observers are called in the order in which they subscribed, actions of one effect arrive in
/// the order in which it sent them, and subscribing or cancelling during a notification is safe.
@MainActor
@Suite struct L07OrderTests {
  @Test func observersAreCalledInTheOrderOfSubscription() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var order: [Int] = []
    var subscriptions = (0..<100).map { number in
      store.subscribe(to: \.count) { _ in order.append(number) }
    }
    // Gaps in the list must not change the order of those that remain.
    for number in stride(from: 98, through: 0, by: -2) { subscriptions.remove(at: number) }
    subscriptions.append(store.subscribe(to: \.count) { _ in order.append(100) })
    store.dispatch(.add(1))
    #expect(order == Array(stride(from: 1, to: 100, by: 2)) + [100])
  }

  @Test func actionsOfOneEffectArriveInTheOrderInWhichItSentThem() async {
    let middleware = LedgerMiddleware { action, _, _ in
      guard action == .note("go") else { return .none }
      return .run { send in
        for number in 0..<1_000 {
          // Waiting and not waiting may be mixed.
          if number % 3 == 0 {
            await send(.note("\(number)"))
          } else {
            send.dispatch(.note("\(number)"))
          }
        }
      }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    await store.dispatch(.note("go")).finish()
    #expect(store.state.notes == ["go"] + (0..<1_000).map(String.init))
  }

  @Test func whoSubscribesDuringANotificationHearsFromTheNextCommitOn() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [String] = []
    var inner: [StoreSubscription] = []
    let outer = store.subscribe(to: \.count) { [weak store] count in
      seen.append("outer \(count)")
      guard count == 1, let store else { return }
      inner.append(store.subscribe(to: \.count) { seen.append("inner \($0)") })
    }
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(seen == ["outer 1", "outer 2", "inner 2"])
    outer.cancel()
  }

  @Test func anObserverThatBeginsInABatchHearsFromTheNextCommitOn() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [String] = []
    var inner: [StoreSubscription] = []
    let outer = store.subscribe { seen.append("outer \($0.count)") }
    store.batch {
      store.dispatch(.add(1))
      inner.append(store.subscribe(to: \.count) { seen.append("value \($0)") })
      inner.append(store.subscribe { seen.append("commit \($0.count)") })
    }
    #expect(seen == ["outer 1"])
    store.dispatch(.add(1))
    #expect(seen == ["outer 1", "outer 2", "value 2", "commit 2"])
    outer.cancel()
  }

  @Test func whoIsCancelledDuringANotificationIsNotCalled() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var seen: [String] = []
    var victim: StoreSubscription?
    let first = store.subscribe(to: \.count) { _ in
      seen.append("first")
      victim?.cancel()
    }
    victim = store.subscribe(to: \.count) { _ in seen.append("victim") }
    let last = store.subscribe(to: \.count) { _ in seen.append("last") }
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(seen == ["first", "last", "first", "last"])
    first.cancel()
    last.cancel()
  }

  @Test func anObserverMayCancelItselfAndAllOthers() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var calls = 0
    var all: [StoreSubscription] = []
    for _ in 0..<10 {
      store.subscribe(to: \.count) { _ in
        calls += 1
        all.forEach { $0.cancel() }
      }
      .store(in: &all)
    }
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(calls == 1)
  }
}
