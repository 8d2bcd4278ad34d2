// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct EffectMapTests {
  @Test func everyKindIsTranslatedAndKeepsItsRules() async {
    let clock = TestClock()
    let numbers = Effect<Int>.concatenate(
      .just(1), .sequence(2, 3), .promise { $0(4) }, .task { 5 }, .run { await $0(6) },
      Effect.just(7).delay(for: .seconds(1)), Effect.just(8).throttle(id: 1, for: .seconds(1)),
      Effect.just(9).cancellable(id: 2, policy: .serial), .merge(.just(10), .cancel(id: 3), .none),
      .run { $0.start(.just(11)) })
    let store = LedgerStore.starting(["a": numbers.map { .note("\($0 * 10)") }], clock: clock)
    let receipt = store.dispatch(.note("a"))
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    await receipt.finish()
    #expect(store.state.notes == ["a"] + (1...11).map { "\($0 * 10)" })
  }

  @Test func aSourceIsKept() {
    var sources: [ActionSource] = []
    let line: UInt = #line + 1
    let effect = Effect<Int>.merge(.just(1), .sequence(2, 3)).map { LedgerAction.add($0) }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        if case .add = action { sources.append(source) }
        return action == .note("a") ? effect : .none
      })
    store.dispatch(.note("a"))
    #expect(sources == Array(repeating: ActionSource(line: line), count: 3))
  }
}
