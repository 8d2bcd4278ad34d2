// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepSendTests {
  @Test func anArraySendsAndIsRefused() async {
    await scenario(
      initialState: Ledger(), feature: Reducer.throwingLedger.feature,
      steps: [
        .send(.add(1)) { $0.count = 1 },
        .send(.fail, throws: LedgerError()),
        .send(.fail, throws: LedgerError.self),
        .send(.setOther(0)),
      ])
  }

  @Test func aBuilderSendsAndIsRefused() async {
    await scenario(initialState: Ledger(), feature: Reducer.throwingLedger.feature) {
      Send(.add(1)).expect { $0.count = 1 }
      Send(.fail, throws: LedgerError())
      Send(.fail, throws: LedgerError.self)
      Send(.setOther(0))
    }
  }

  @Test func aRefusalThatDoesNotComeFailsTheStep() async {
    let reports = await Reports.of {
      await scenario(initialState: Ledger(), feature: Reducer.throwingLedger.feature) {
        Send(.add(1), throws: LedgerError())
        Send(.fail)
      }
    }
    #expect(
      reports.texts == [
        """
        Expected `LedgerAction.add(1)` to be rejected with `LedgerError()`, but it was committed.

        Probably: no check in the reducer rejects the action in this state.

        What to do: make the reducer throw, or send the action without `throws:`.
        """,
        """
        Expected `LedgerAction.fail` to be committed, but the reducer threw:

            LedgerError()

        Probably: the action is not allowed in the current state. The state is unchanged.

        What to do: bring the store into the right state first; or, if the reducer should reject \
        the action, expect that with `await store.send(..., throws: ...)`.
        """,
      ])
  }
}
