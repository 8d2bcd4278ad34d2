// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuakesData

@Suite struct ReportPaceTests {
  private let start = ContinuousClock.now

  @Test func aFastTransferIsToldAHundredTimes() {
    var pace = ReportPace(at: start)
    let told = (1...1_000).filter { pace.isDue(received: $0 * 10, of: 10_000, at: start) }
    #expect(told.count == 100)
    #expect(told.first == 10)
    #expect(told.last == 1_000)
  }

  @Test func aSlowTransferIsToldEachSecond() {
    var pace = ReportPace(at: start)
    // A byte in a quarter of a second, of 8 MB.
    let told = (1...40).filter {
      pace.isDue(received: $0, of: 8 << 20, at: start + .milliseconds(250) * $0)
    }
    #expect(told == Array(stride(from: 4, through: 40, by: 4)))
  }

  @Test func nothingMoreIsNotTold() {
    var pace = ReportPace(at: start)
    let told = [(0, 9), (1, 9), (1, 19)].map { received, seconds in
      pace.isDue(received: received, of: nil, at: start + .seconds(seconds))
    }
    #expect(told == [false, true, false])
  }
}
