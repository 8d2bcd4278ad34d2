// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L1: an action runs through all phases before the next begins; what is dispatched meanwhile is
/// queued and runs before the outermost dispatch returns.
@MainActor
@Suite struct L01OneAtATimeTests {
  @Test func aMillionSynchronousActionsRunInConstantStack() {
    let middleware = LedgerMiddleware { _, _, state in
      state.count < 999_999 ? .just(.add(1)) : .none
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.chainLimit = 2_000_000
    store.dispatch(.add(1))
    #expect(store.state.count == 1_000_000)
    #expect(store.counters.turnsCut == 0)
  }

  @Test func aChainOfDispatchesFromAnObserverRunsInConstantStack() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { [weak store] count in
      if count < 50_000 { store?.dispatch(.add(1)) }
    }
    store.dispatch(.add(1))
    #expect(store.state.count == 50_000)
    subscription.cancel()
  }

  /// A leads to B and C while B leads to D: the order is A, B, C, D for all observers.
  @Test func actionsRunFirstInFirstOut() {
    let middleware = LedgerMiddleware { action, _, _ in
      switch action {
      case .note("A"):
        Effect.perform { output in
          output.dispatch(.note("B"))
          output.dispatch(.note("C"))
        }
      case .note("B"): Effect.perform { output in output.dispatch(.note("D")) }
      default: .none
      }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    var seen: [[String]] = [[], []]
    let first = store.subscribe(to: \.notes) { seen[0].append($0.joined()) }
    let second = store.subscribe(to: \.notes) { seen[1].append($0.joined()) }
    store.dispatch(.note("A"))
    #expect(store.state.notes == ["A", "B", "C", "D"])
    #expect(seen == Array(repeating: ["A", "AB", "ABC", "ABCD"], count: 2))
    first.cancel()
    second.cancel()
  }

  @Test func aDispatchFromAnObserverWaitsUntilAllObserversHaveHeard() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var log: [String] = []
    var receipts: [DispatchReceipt] = []
    let first = store.subscribe(to: \.notes) { [weak store] notes in
      log.append("first " + notes.joined())
      if notes == ["A"], let store { receipts.append(store.dispatch(.note("B"))) }
    }
    let second = store.subscribe(to: \.notes) { log.append("second " + $0.joined()) }
    store.dispatch(.note("A"))
    #expect(log == ["first A", "second A", "first AB", "second AB"])
    #expect(receipts.count == 1)
    #expect(receipts.allSatisfy { if case .queued = $0.outcome { true } else { false } })
    first.cancel()
    second.cancel()
  }

  @Test func aDispatchFromMiddlewareWaitsForTheActionThatItHandles() {
    weak var store: LedgerStore?
    let middleware = LedgerMiddleware { action, _, _ in
      if action == .note("A") { store?.dispatch(.note("B")) }
      return .none
    }
    let owner = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store = owner
    owner.dispatch(.note("A"))
    #expect(owner.state.notes == ["A", "B"])
  }

  /// A closure sends B, dispatches C on the store itself and sends D: their order is kept.
  @Test func sendsAndDispatchesOfOneIOKeepTheirOrder() {
    weak var store: LedgerStore?
    let middleware = LedgerMiddleware { action, _, _ in
      guard action == .note("A") else { return .none }
      return Effect.perform { output in
        output.dispatch(.note("B"))
        store?.dispatch(.note("C"))
        output.dispatch(.note("D"))
      }
    }
    let owner = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store = owner
    owner.dispatch(.note("A"))
    #expect(owner.state.notes == ["A", "B", "C", "D"])
  }

  @Test func thePhasesComeInTheOrderOfTheLoop() {
    weak var store: LedgerStore?
    var phases: [StorePhase] = []
    func look() { if let store { phases.append(store.phase) } }
    let middleware = LedgerMiddleware { _, _, _ in
      look()
      return Effect.perform { _ in look() }
    }
    let owner = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store = owner
    let subscription = owner.subscribe { _ in look() }
    look()
    owner.dispatch(.add(1))
    look()
    #expect(phases == [.idle, .handling, .notifying, .effects, .idle])
    subscription.cancel()
  }
}
