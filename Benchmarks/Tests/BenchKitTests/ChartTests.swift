// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BenchKit

@Suite struct DecadeScaleTests {
  @Test func itShowsWholeDecades() {
    let scale = DecadeScale(of: [35, 2_000, 90], from: 300, to: 0)
    #expect(scale.low == 1 && scale.high == 4)
    #expect(scale.position(of: 10) == 300)
    #expect(scale.position(of: 10_000) == 0)
    #expect(abs(scale.position(of: 1_000) - 100) < 1e-9)
  }

  @Test func decadesThemselvesNeedNoFurtherOne() {
    let scale = DecadeScale(of: [10, 1_000], from: 0, to: 1)
    #expect(scale.low == 1 && scale.high == 3)
  }

  @Test func whatIsBeyondItsEndsIsAtItsEnds() {
    let scale = DecadeScale(of: [10, 100], from: 300, to: 0)
    #expect(scale.position(of: 1) == 300)
    #expect(scale.position(of: 0) == 300)
    #expect(scale.position(of: 1e9) == 0)
  }

  @Test func itHasOneDecadeAtLeast() {
    #expect(DecadeScale(of: [10], from: 0, to: 1).high == 2)
    #expect(DecadeScale(of: [0, .nan], from: 0, to: 1).low == 0)
  }
}

@Suite struct SpreadTests {
  @Test func whatIsFarApartStays() {
    #expect(spread([50, 10, 90], gap: 18) == [50, 10, 90])
  }

  @Test func whatIsCloseMovesApartInItsOrder() {
    let result = spread([52, 50, 51], gap: 18)
    #expect(result[1] < result[2] && result[2] < result[0])
    #expect(result[2] - result[1] >= 18 && result[0] - result[2] >= 18)
  }

  @Test func twoShareTheWay() {
    #expect(spread([50, 50], gap: 10) == [45, 55])
  }
}

@Suite struct TimeTextTests {
  @Test(arguments: [
    (0.5, "0.5 ns"), (9.96, "10 ns"), (10.0, "10 ns"), (950.0, "950 ns"), (999.9, "1 µs"),
    (1_000.0, "1 µs"), (2_345.0, "2.3 µs"), (68_000.0, "68 µs"), (1e6, "1 ms"), (3e9, "3 s"),
  ])
  func itTakesTheUnitThatMakesItShort(_ time: Double, _ text: String) {
    #expect(timeText(time) == text)
  }
}
