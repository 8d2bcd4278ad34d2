// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import BenchKit
  import Testing

  private final class Thing {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Each test runs in its own process.
  ///
  /// Other tests must not run while the hook is set.
  @Suite struct AllocationCounterTests {
    @Test func itCountsFromStartToStop() async {
      await #expect(processExitsWith: .success) {
        var things = [Thing(-1)]
        things.reserveCapacity(300)
        for _ in 0..<2 {
          precondition(AllocationCounter.start(), "the runtime has no hook")
          for number in 0..<100 { things.append(Thing(number)) }
          let count = AllocationCounter.stop()
          precondition(count == 100, "\(count)")
        }
        let before = AllocationCounter.stop()
        things.append(Thing(100))
        precondition(AllocationCounter.stop() == before)
        withExtendedLifetime(things) {}
      }
    }

    /// Uses short strings, because the runtime cannot retain them while one of its hooks is set.
    @Test func itLeavesNothingBehind() async {
      await #expect(processExitsWith: .success) {
        precondition(AllocationCounter.start(), "the runtime has no hook")
        _ = AllocationCounter.stop()
        var rows: [Row] = []
        for number in 0..<1_000 {
          let row = Row(name: "S\(number)", operation: "", value: 1, unit: "ns", ratio: 1)
          rows.append(row)
          rows.append(row)
        }
        precondition(rows.map(\.name.count).reduce(0, +) > 0)
      }
    }
  }
#endif
