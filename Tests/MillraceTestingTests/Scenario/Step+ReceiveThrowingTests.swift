// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepReceiveThrowingTests {
  private let failing = LedgerMiddleware { action, _, _ in
    action == .note("go") ? .sequence(.fail, .fail, .fail, .fail) : .none
  }

  @Test func anArrayReceivesWhatIsRefused() async {
    await scenario(
      initialState: Ledger(), feature: Reducer.throwingLedger.feature, middleware: failing,
      steps: [
        .send(.note("go")) { $0.notes = ["go"] },
        .receive(.fail, throws: LedgerError()),
        .receive(.fail, throws: LedgerError.self),
        .receive(where: { $0 == .fail }, throws: LedgerError()),
        .receive(where: { $0 == .fail }, throws: LedgerError.self),
      ])
  }

  @Test func aBuilderReceivesWhatIsRefused() async {
    await scenario(
      initialState: Ledger(), feature: Reducer.throwingLedger.feature, middleware: failing
    ) {
      Send(.note("go")).expect { $0.notes = ["go"] }
      Receive(.fail, throws: LedgerError())
      Receive(.fail, throws: LedgerError.self)
      Receive(where: { $0 == .fail }, throws: LedgerError())
      Receive(where: { $0 == .fail }, throws: LedgerError.self)
    }
  }

  @Test func aRefusalThatDoesNotComeFailsTheStep() async {
    let lines: [UInt] = [#line + 7, #line + 8]
    let reports = await Reports.of {
      await scenario(
        initialState: Ledger(), feature: Reducer.ledger.feature, middleware: failing,
        exhaustivity: .off
      ) {
        Send(.note("go"))
        Receive(.fail, throws: LedgerError())
        Receive(where: { $0 == .fail }, throws: LedgerError.self)
      }
    }
    #expect(reports.all.map(\.line) == lines)
    #expect(
      reports.texts.map { $0.prefix(while: { $0 != "," }) } == [
        "Expected `LedgerAction.fail` to be rejected with `LedgerError()`",
        "Expected `LedgerAction.fail` to be rejected with `LedgerError`",
      ])
  }
}
