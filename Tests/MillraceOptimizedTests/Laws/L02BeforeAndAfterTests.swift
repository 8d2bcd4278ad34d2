// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L2: middleware sees the state before the reducer, its effects the state after; both in order.
@MainActor
@Suite struct L02BeforeAndAfterTests {
  @Test func middlewareSeesBeforeAndItsIOSeesAfter() {
    var seen: [Int] = []
    let middleware = LedgerMiddleware { _, _, state in
      seen.append(state.count)
      return Effect.perform { _ in seen.append(state.count) }
    }
    let store = LedgerStore(
      initialState: Ledger(count: 1), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(10))
    #expect(seen == [1, 11])
  }

  @Test func composedMiddlewareHandlesInOrderAndItsIOsRunInTheSameOrder() {
    var log: [String] = []
    func named(_ name: String) -> LedgerMiddleware {
      LedgerMiddleware { _, _, _ in
        log.append("handle \(name)")
        return Effect.perform { _ in log.append("run \(name)") }
      }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: named("1") <> named("2") <> named("3"))
    store.dispatch(.add(1))
    #expect(log == ["handle 1", "handle 2", "handle 3", "run 1", "run 2", "run 3"])
  }

  @Test func effectsRunAfterObservers() {
    var log: [String] = []
    let middleware = LedgerMiddleware { _, _, _ in Effect.perform { _ in log.append("io") } }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    let subscription = store.subscribe { _ in log.append("observer") }
    store.dispatch(.add(1))
    #expect(log == ["observer", "io"])
    subscription.cancel()
  }

  @Test func anActionKeepsItsSourceOnTheWay() {
    var sources: [ActionSource] = []
    let middleware = LedgerMiddleware { _, source, _ in
      sources.append(source)
      return .none
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(1), info: "why")
    let line: UInt = #line - 1
    #expect(sources.map(\.line) == [line])
    #expect(sources.first?.fileID == #fileID)
    #expect(sources.first?.info == "why")
  }

  @Test func inABatchTheIOOfEachActionSeesTheStateAfterThatAction() {
    var seen: [Int] = []
    let middleware = LedgerMiddleware { _, _, state in
      Effect.perform { _ in seen.append(state.count) }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(seen == [1, 2])
  }
}
