// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EngineProcessTests {
  @Test func onlyWhoAsksForOldStatesIsChargedForThem() {
    let engine = EngineTests.make(.throwingLedger)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(engine.counters.statesCopied == 1)
    let observer = ActionObserver<Ledger, LedgerAction>(transitions: { _ in })
    engine.add(observer)
    // The old state that the observer needs serves the throwing reducer as well.
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(engine.counters.statesCopied == 2)
    observer.cancel()
  }

  @Test func aRejectedActionYieldsNoTransition() {
    let engine = EngineTests.make(.throwingLedger)
    engine.onRejection = { _ in }
    var seen: [LedgerAction] = []
    engine.add(ActionObserver(transitions: { seen.append($0.action) }))
    for action in [LedgerAction.add(1), .fail, .add(2)] {
      _ = engine.dispatch(action, source: ActionSource())
    }
    #expect(seen == [.add(1), .add(2)])
  }

  @Test func aHandlerOfRejectionsMayDispatch() {
    let engine = EngineTests.make(.throwingLedger)
    engine.onRejection = { [unowned engine] _ in
      _ = engine.dispatch(.note("failed"), source: ActionSource())
    }
    let receipt = engine.dispatch(.fail, source: ActionSource())
    #expect(throws: LedgerError()) { try receipt.get() }
    #expect(engine.state.notes == ["failed"])
  }

  @Test func theStateIsReadableInEveryPhaseButTheReducers() {
    var seen: [Int] = []
    let engine = EngineTests.make(
      middleware: LedgerMiddleware { _, _, state in
        seen.append(state().count)
        return Effect.perform { _ in seen.append(state().count) }
      })
    _ = engine.subscribe { seen.append($0.count) }
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(seen == [0, 1, 1])
  }
}
