// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepSideEffectTests {
  @Test func itRunsBetweenItsNeighbours() async {
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    var seen: [Int] = []
    await store.perform([
      .sideEffect { seen.append(store.store.count) },
      .send(.add(1)) { $0.count = 1 },
      .sideEffect { seen.append(store.store.count) },
      .send(.add(1)) { $0.count = 2 },
    ])
    #expect(seen == [0, 1])
    await store.finish()
  }

  @Test func itRunsWhenAllHasHappenedThatCan() async {
    let log = Log()
    let middleware = LedgerMiddleware { _, _, _ in
      .run { _ in
        for number in 0..<10 {
          await Task.yield()
          log.append("\(number)")
        }
      }
    }
    await scenario(initialState: Ledger(), feature: Reducer.ledger.feature, middleware: middleware)
    {
      Send(.setOther(0))
      SideEffect { #expect(log.lines.count == 10) }
    }
  }

  @Test func anErrorFailsAtItsLineAndTheScenarioGoesOn() async {
    let line: UInt = #line + 3
    let reports = await Reports.of {
      await scenario(initialState: Ledger(), feature: Reducer.ledger.feature) {
        SideEffect { throw LedgerError() }
        Send(.add(1)).expect { $0.count = 1 }
      }
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected the side effect to succeed, but its closure threw:

            LedgerError()

        Probably: something that it prepares or checks is not as the closure assumes. The scenario \
        continues with the next step.

        What to do: look at the calls in the closure, and at the steps before it.
        """
      ])
  }
}
