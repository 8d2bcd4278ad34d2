// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@Suite struct FewestTests {
  @Test func noSubsetRunsTwiceAsOftenAsItMust() {
    var (tests, runs) = (0, 0)
    let wanted: Set = [17, 5_000, 9_999]
    let (few, isLeast) = fewest(Array(0..<10_000), from: 0, runs: 1_000_000) {
      runs += 1
      if wanted.contains($1) { $0 += 1 }
    } fails: {
      tests += 1
      return $0 == 3
    }
    #expect(few == [17, 5_000, 9_999])
    #expect(isLeast)
    #expect(tests < 200)
    #expect(runs < 100_000)
  }

  @Test func theSearchEndsWhereEachElementMatters() {
    var runs = 0
    func search(_ count: Int, _ most: Int) -> (kept: [Int], isLeast: Bool) {
      runs = 0
      return fewest(Array(0..<2 * count), from: 0, runs: most) {
        runs += 1
        if $1 % 2 == 0 { $0 += 1 }
      } fails: {
        $0 == count
      }
    }
    let (all, isLeast) = search(100, 1_000_000)
    #expect(all == (0..<100).map { $0 * 2 })
    #expect(isLeast)
    let (some, isKnown) = search(100, 20_000)
    #expect(!isKnown)
    #expect(runs <= 20_000)
    #expect(Set(some).isSuperset(of: all))
    #expect(some.count < 200)
  }
}
