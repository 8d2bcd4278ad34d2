// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct StopwatchTests {
  @Test func timeIsCountedFromTheBeginning() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(100))
    let stopwatch = Stopwatch(clock)
    #expect(stopwatch.elapsed == .zero)
    clock.advance(by: .seconds(3))
    #expect(stopwatch.elapsed == .seconds(3))
    async let woken: Void = stopwatch.sleep(for: .seconds(2))
    await clock.untilAsleep()
    clock.advance(by: .seconds(2))
    try await woken
  }
}
