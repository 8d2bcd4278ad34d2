// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite struct TimelineRecordingTests {
  private let clock = TestClock()

  @Test func theLineIsAsLongAsTimeHasPassed() {
    let recording = TimelineRecording(clock: clock)
    #expect(recording.line.isEmpty)
    recording.note("a")
    #expect(recording.line == "a")
    clock.advance(by: .seconds(1))
    #expect(recording.line == "a")
    clock.advance(by: .milliseconds(2500))
    #expect(recording.line == "a--")
    recording.note("b")
    recording.note("c")
    #expect(recording.line == "a--(bc)")
    clock.advance(by: .seconds(1))
    recording.note(.finish)
    clock.advance(by: .seconds(9))
    recording.note("x")
    #expect(recording.line == "a--(bc)|")
  }

  @Test func itBeginsWhenItIsMade() {
    clock.advance(by: .seconds(5))
    let recording = TimelineRecording(clock: clock, frame: .milliseconds(100))
    clock.advance(by: .milliseconds(300))
    recording.note("a")
    #expect(recording.line == "---a")
  }

  @Test func itFollowsAStore() {
    let mock = MockStore<[Int], Never>(initialState: [])
    let recording = TimelineRecording(clock: clock)
    let subscription = recording.follow(mock, \.count) { Character("\($0)") }
    clock.advance(by: .seconds(2))
    mock.state = [7, 8]
    mock.state = [8, 7]
    clock.advance(by: .seconds(1))
    mock.state = []
    #expect(recording.line == "0-20")
    subscription.cancel()
  }
}
