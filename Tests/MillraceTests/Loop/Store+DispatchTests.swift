// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StoreDispatchTests {
  @Test func aReceiptOfAQueuedActionSaysSo() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var outcomes: [String] = []
    let subscription = store.subscribe(to: \.count) { [weak store] count in
      guard count == 1, let store else { return }
      outcomes.append("\(store.dispatch(.add(1)).outcome)")
    }
    outcomes.append("\(store.dispatch(.add(1)).outcome)")
    #expect(outcomes == ["queued", "committed"])
    subscription.cancel()
  }

  @Test func finishDoesNotWaitForOtherActions() async {
    let gate = Gate()
    let middleware = LedgerMiddleware { action, _, _ in
      switch action {
      case .note("forever"): .run { _ in await gate.wait() }
      case .note("short"): .run { send in await send(.add(1)) }
      default: .none
      }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    let long = store.dispatch(.note("forever"))
    await store.dispatch(.note("short")).finish()
    #expect(store.state.count == 1)
    await gate.open()
    await long.finish()
  }

  @Test func finishOfAQueuedActionWaitsForItsEffects() async {
    let middleware = LedgerMiddleware { action, _, _ in
      action == .note("inner") ? .run { send in await send(.add(1)) } : .none
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    var receipt: DispatchReceipt?
    let subscription = store.subscribe(to: \.notes) { [weak store] notes in
      if notes == ["outer"] { receipt = store?.dispatch(.note("inner")) }
    }
    store.dispatch(.note("outer"))
    await receipt?.finish()
    #expect(store.state.count == 1)
    subscription.cancel()
  }

  @Test func severalMayWaitForTheSameReceiptAndAgain() async {
    let gate = Gate()
    let middleware = LedgerMiddleware { action, _, _ in
      action == .add(1) ? .run { _ in await gate.wait() } : .none
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    let receipt = store.dispatch(.add(1))
    async let one = receipt.finish()
    async let two = receipt.finish()
    await gate.open()
    _ = await (one, two)
    await receipt.finish()
  }

  /// Eight threads enqueue while the main actor dispatches: each thread's order is kept, and no
  /// action is lost or doubled.
  @Test func enqueueKeepsTheOrderOfEachThread() async {
    let threads = 8
    let each = 100_000
    struct Counts: Equatable, Sendable {
      var next: [Int]
      var disorder = 0
      var own = 0
    }
    enum Arrival: Sendable {
      case from(thread: Int, number: Int)
      case own
    }
    let store = Store(
      initialState: Counts(next: Array(repeating: 0, count: threads)),
      reducer: Reducer<Counts, Arrival> { state, action in
        switch action {
        case .own: state.own += 1
        case .from(let thread, let number):
          if state.next[thread] != number { state.disorder += 1 }
          state.next[thread] += 1
        }
      })
    await withTaskGroup { group in
      for thread in 0..<threads {
        group.addTask {
          for number in 0..<each { store.enqueue(.from(thread: thread, number: number)) }
        }
      }
      var own = 0
      while store.state.next.reduce(0, +) < threads * each {
        store.dispatch(.own)
        own += 1
        await Task.yield()
      }
      #expect(store.state.own == own)
    }
    #expect(store.state.next == Array(repeating: each, count: threads))
    #expect(store.state.disorder == 0)
    #expect(store.counters.turnsCut == 0)
  }

  @Test func enqueueReachesTheStoreWithoutAnyDispatch() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let values = store.values(of: \.count)
    Task.detached { store.enqueue(.add(1)) }
    for await value in values where value == 1 { break }
    #expect(store.state.count == 1)
  }
}
