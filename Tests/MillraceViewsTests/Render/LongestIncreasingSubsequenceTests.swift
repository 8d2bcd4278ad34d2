// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct LongestIncreasingSubsequenceTests {
  @Test(arguments: [
    ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]),
    ([1, 2, 3, 0], [0, 1, 2]), ([3, 0, 1, 2], [1, 2, 3]), ([2, 2, 2], [0]),
  ])
  func knownCases(values: [Int], positions: [Int]) {
    let found = longestIncreasingSubsequence(values)
    #expect(found.map { values[$0] } == positions.map { values[$0] })
  }

  /// Compares the length with the longest increasing one of all subsets.
  @Test func isAsLongAsTheBestSubset() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let values = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0...9, using: &random)
      }
      let found = longestIncreasingSubsequence(values)
      #expect(found == found.sorted())
      #expect(zip(found, found.dropFirst()).allSatisfy { values[$0] < values[$1] })
      var best = 0
      for mask in 0..<(1 << values.count) {
        let chosen = values.indices.filter { mask & (1 << $0) != 0 }.map { values[$0] }
        if zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) {
          best = max(best, chosen.count)
        }
      }
      #expect(found.count == best, "\(values)")
    }
  }
}
