// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct SharedFlagTests {
  @Test func aRejectionBelongsToWhoSawTheActionBeforeIt() {
    let log = Log()
    let middleware = AnyMiddleware<Int, Int, Int>(
      { _, _, _ in .none }, didReject: { action, _, _ in log.append("\(action)") }
    )
    .gated { $0 == 0 }
    for (action, state) in [(1, 0), (2, 1), (3, 0)] {
      _ = middleware.handle(action, from: ActionSource(), state: StateReader { state })
      middleware.didReject(action, from: ActionSource(), error: LedgerError())
    }
    #expect(log.lines == ["1", "3"])
  }

  @Test func nothingWasKeptOutInTheBeginning() {
    let log = Log()
    let middleware = AnyMiddleware<Int, Int, Int>(
      { _, _, _ in .none }, didReject: { action, _, _ in log.append("\(action)") }
    )
    .gated { _ in false }
    middleware.didReject(1, from: ActionSource(), error: LedgerError())
    #expect(log.lines == ["1"])
  }
}
