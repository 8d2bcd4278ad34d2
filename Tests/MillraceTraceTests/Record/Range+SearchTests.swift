// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@Suite struct RangeSearchTests {
  @Test func theFirstNumberThatSatisfiesAConditionIsFoundInFewCalls() {
    for range in [0..<0, 5..<6, -3..<4, 0..<1_000, (.max - 9)..<(.max)] as [Range<Int>] {
      for point in [range.lowerBound, range.lowerBound + range.count / 2, range.upperBound] {
        var calls = 0
        let found = range.firstPosition { number in
          calls += 1
          return number >= point
        }
        #expect(found == point)
        #expect(calls <= 10)
      }
    }
  }
}
