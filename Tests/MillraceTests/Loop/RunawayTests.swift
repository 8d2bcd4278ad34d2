// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct RunawayTests {
  private func sent(_ action: LedgerAction, line: UInt) -> DispatchedAction<LedgerAction> {
    DispatchedAction(
      action,
      source: ActionSource(recordedFileID: "App/Loop.swift", function: "spin()", line: line))
  }

  private let opening =
    "Millrace: 100000 chained actions in one turn. An action probably leads back to itself "
    + "through a middleware, an observer or an effect; break the cycle, or raise "
    + "`store.chainLimit` if the chain is intended. No action is lost: the rest runs in later "
    + "turns. The last ones were:\n"

  @Test func itSaysHowManyWhatToDoAndWhichCameLast() {
    let report = DispatchedAction.Runaway(
      count: 100_000, last: [sent(.add(1), line: 3), sent(.fail, line: 9)])
    #expect(
      report.description == opening
        + "  add(1) from App/Loop.swift:3 spin()\n"
        + "  fail from App/Loop.swift:9 spin()")
  }

  @Test func itSpeaksOfEffectsWhereNoActionWasSent() {
    #expect(
      DispatchedAction<LedgerAction>.Runaway(count: 100_000, last: []).description
        == "Millrace: 100000 chained effects in one turn. An effect probably starts itself again "
        + "with `send.start`, without a pause; break the cycle, or raise `store.chainLimit` if the "
        + "chain is intended. No effect is lost: the rest starts in later turns.")
  }

  @Test func itKeepsCountAndActions() {
    let last = [sent(.add(1), line: 3), sent(.add(2), line: 4)]
    let report = DispatchedAction.Runaway(count: 7, last: last)
    #expect(report.count == 7)
    #expect(report.last == last)
  }
}
