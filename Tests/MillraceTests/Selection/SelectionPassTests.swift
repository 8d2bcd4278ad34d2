// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct SelectionPassTests {
  @Test func whatItCostIsCountedOnce() {
    var pass = SelectionPass()
    (pass.commit, pass.selectorsComputed, pass.slicesCompared, pass.rowsCompared) = (7, 3, 4, 5)
    var counters = StoreCounters()
    counters.take(&pass)
    counters.take(&pass)
    #expect(counters.selectorsComputed == 3)
    #expect(counters.slicesCompared == 4)
    #expect(counters.rowsCompared == 5)
    #expect(pass.commit == 7)
  }
}
