// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct GuardedTests {
  private final class Counter: Sendable {
    let value = Guarded(0)
  }

  @Test func oneAtATimeHoldsTheValue() async {
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { counter.value.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.value.withLock { $0 } == 80_000)
  }
}
