// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct DispatchReceiptTests {
  @Test func aRejectionIsThrown() {
    let receipt = DispatchReceipt(.rejected(LedgerError()))
    #expect(throws: LedgerError()) { try receipt.get() }
  }

  @Test func committedAndQueuedThrowNothing() {
    #expect(throws: Never.self) { try DispatchReceipt.committed.get() }
    #expect(throws: Never.self) { try DispatchReceipt(.queued).get() }
  }

  @Test func theReceiptForOtherHandlersSaysCommittedAndHasNothingToWaitFor() async {
    guard case .committed = DispatchReceipt.committed.outcome else {
      Issue.record("The outcome is \(DispatchReceipt.committed.outcome).")
      return
    }
    await DispatchReceipt.committed.finish()
  }

  @Test func finishWaitsForItsOwnEffectsOnly() async {
    let tracker = EffectTracker()
    tracker.begin(1)
    tracker.begin(2)
    let log = Log()
    let one = DispatchReceipt(.committed, scope: 1, tracker: tracker)
    let waiter = Task {
      await one.finish()
      log.append("finished")
    }
    log.append("ended 1")
    tracker.end(1)
    await waiter.value
    #expect(log.lines == ["ended 1", "finished"])
    #expect(tracker.isRunning(2))
    tracker.end(2)
  }

  @Test func finishReturnsAtOnceWithoutEffects() async {
    await DispatchReceipt(.committed, scope: 7, tracker: EffectTracker()).finish()
  }
}
