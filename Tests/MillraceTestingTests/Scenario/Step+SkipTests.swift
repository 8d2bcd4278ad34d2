// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepSkipTests {
  @Test func whatAScenarioIsNotAboutIsSkipped() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] },
      steps: [
        .send(.type("s")) { $0.text = "s" },
        .advance(by: .seconds(1)),
        .skipReceivedActions(),
        .skipReceivedActions(strict: false),
        .send(.tick),
        .skipInFlightEffects(),
        .skipInFlightEffects(strict: false),
      ])
  }

  @Test func aPartOfAScenarioMayLeaveThingsOut() async {
    let line: UInt = #line
    let reports = await Reports.of {
      await scenario(
        initialState: Ledger(), feature: Reducer.ledger.feature,
        steps: [
          .exhaustivity(.off),
          .send(.add(1)),
          .exhaustivity(.on),
          .send(.add(1)),
        ])
    }
    #expect(reports.all.map { $0.line - line } == [8])
  }
}
