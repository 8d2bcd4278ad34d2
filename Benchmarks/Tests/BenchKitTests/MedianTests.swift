// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct MedianTests {
  @Test func itIsTheOneInTheMiddle() {
    #expect([3.0].median == 3)
    #expect([9.0, 1, 2].median == 2)
    #expect([5.0, 1, 900, 2, 4].median == 4)
  }

  @Test func itIsTheMeanOfTwoInTheMiddle() {
    #expect([4.0, 1].median == 2.5)
    #expect([8.0, 1, 900, 2].median == 5)
  }

  @Test func nineteenOfTwentyAreNotGreaterThanThePercentile() {
    #expect((1...100).map(Double.init).percentile95 == 95)
    #expect((1...20).map(Double.init).percentile95 == 19)
    #expect((1...19).map(Double.init).percentile95 == 19)
    #expect([3.0].percentile95 == 3)
  }

  @Test func ofNothingItIsNotANumber() {
    #expect([Double]().median.isNaN)
    #expect([Double]().percentile95.isNaN)
  }
}
