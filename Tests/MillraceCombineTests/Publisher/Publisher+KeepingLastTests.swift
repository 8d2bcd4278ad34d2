// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct PublisherKeepingLastTests {
  @Test func itKeepsTheLastOnesInOrder() {
    var windows: [[Int]] = []
    _ = (1...5).publisher.keepingLast(3).sink { windows.append($0) }
    #expect(windows == [[1], [1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]])
  }

  @Test func zeroKeepsNothing() {
    var windows: [[Int]] = []
    _ = (1...2).publisher.keepingLast(0).sink { windows.append($0) }
    #expect(windows == [[], []])
  }

  @Test func theLastTransitionsOfAStore() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var last: [Int] = []
    let cancellable = store.transitionPublisher().keepingLast(2).sink {
      last = $0.map(\.newState.count)
    }
    for _ in 0..<4 { store.dispatch(.add(1)) }
    #expect(last == [3, 4])
    cancellable.cancel()
  }
}
