// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EmptyComposedMiddlewareTests {
  private typealias Identity = ComposedMiddleware<LedgerAction, LedgerAction, Ledger>

  @Test func itAsksForNoWorkAndDoesNotReadTheState() {
    let reader = StateReader { () -> Ledger in
      Issue.record("The state was read.")
      return Ledger()
    }
    let io = Identity().handle(.add(1), from: ActionSource(), state: reader)
    #expect(io.isNone)
  }

  @Test func composingWithItChangesNothing() {
    let log = Log()
    let middleware = LedgerMiddleware { action, _, _ in
      log.append("\(action)")
      return .none
    }
    #expect((Identity() <> middleware).parts.count == 1)
    #expect((middleware <> Identity()).parts.count == 1)
    #expect((Identity() <> Identity()).parts.isEmpty)
    _ = (Identity() <> middleware <> Identity())
      .handle(.add(1), from: ActionSource(), state: StateReader { Ledger() })
    #expect(log.lines == ["add(1)"])
  }

  @MainActor
  @Test func aStoreWithItTakesTheShortWay() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: Identity())
    #expect(store.engine.isPlain)
  }
}
