// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceTesting

@Suite struct GuardedTests {
  @Test func threadsChangeTheValueOneAfterTheOther() async {
    final class Counter: Sendable { let count = Guarded(0) }
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { counter.count.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.count.withLock { $0 } == 4_000)
  }
}
