// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct EventLedgerTests {
  @Test func eventsAreHandledOnceAndInOrder() {
    var ledger = EventLedger()
    #expect(ledger.admit(1) == .handle)
    #expect(ledger.admit(2) == .handle)
    #expect(ledger.admit(1) == .alreadyHandled)
    #expect(ledger.admit(2) == .alreadyHandled)
    #expect(ledger.admit(4) == .gap(expected: 3))
    #expect(ledger.admit(3) == .handle)
    #expect(ledger.last == 3)
  }

  @Test(arguments: [1, 2, 3])
  func resendingNeverLosesOrDoubles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ledger = EventLedger()
    var handled: [Int] = []
    while ledger.last < 500 {
      // A page repeats its events from any one that may not have been acknowledged.
      let from = Int.random(in: max(1, ledger.last - 20)...(ledger.last + 1), using: &random)
      for seq in from..<(from + Int.random(in: 0...30, using: &random))
      where ledger.admit(seq) == .handle {
        handled.append(seq)
      }
    }
    #expect(handled == Array(1...ledger.last))
  }
}
