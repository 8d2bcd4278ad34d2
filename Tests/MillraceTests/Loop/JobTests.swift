// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct JobTests {
  @Test func anActionOnItsWayKeepsWhatItWasGiven() {
    let token = EffectToken()
    let dispatched = DispatchedAction(LedgerAction.add(1))
    let pending = PendingAction(dispatched, scope: 7, isChained: true, sender: token)
    #expect(pending.dispatched == dispatched)
    #expect(pending.scope == 7)
    #expect(pending.isChained)
    #expect(pending.sender === token)
  }

  @Test func unlessToldOtherwiseNoEffectHasSentIt() {
    let pending = PendingAction(DispatchedAction(1), scope: 0, isChained: false)
    #expect(pending.sender == nil)
    #expect(!pending.isChained)
  }

  @Test func jobsCrossThreads() async {
    let job = Job.action(PendingAction(DispatchedAction(1), scope: 3, isChained: false))
    let scope = await Task.detached { () -> UInt64 in
      if case .action(let pending) = job { return pending.scope } else { return 0 }
    }.value
    #expect(scope == 3)
  }
}
