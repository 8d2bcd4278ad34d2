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

  @Test func framesTakeTime() async {
    for frame in [Duration.zero, .seconds(-1)] {
      let line: UInt = #line + 2
      let reports = await Reports.of {
        let recording = TimelineRecording(clock: clock, frame: frame)
        clock.advance(by: .seconds(2))
        #expect(recording.line == "--")
      }
      #expect(reports.all.map(\.line) == [line])
      #expect(
        reports.texts == [
          """
          Expected the frames of a recording to have a positive duration, but it is \(frame).

          Probably: the duration is computed, and the result is zero or negative.

          What to do: pass the duration of one character of the timeline, as in `frame: \
          .milliseconds(100)`.
          """
        ])
    }
  }

  @Test func aTimelineOfTooManyFramesFailsTheTestOnce() async {
    let most = TimelineRecording.mostFrames
    let line: UInt = #line + 2
    let reports = await Reports.of {
      let recording = TimelineRecording(clock: clock, frame: Duration(attoseconds: 1))
      recording.note("a")
      clock.advance(by: .seconds(100))
      recording.note("b")
      #expect(recording.timeline.frames.count == most)
      #expect(recording.timeline.events.map(\.frame) == [0, most - 1])
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected a recording of at most 1,000,000 frames, but it has more: 100.0 seconds have \
        passed, and a frame lasts 1e-18 seconds.

        Probably: the frames are much shorter than the time that passes on the clock.

        What to do: pass a longer `frame`, such as the shortest time between two events.
        """
      ])
  }

  @Test func aTimelineOfAsManyFramesAsThereCanBeIsNone() async {
    let reports = await Reports.of {
      let recording = TimelineRecording(clock: clock, frame: .nanoseconds(1))
      clock.advance(by: .nanoseconds(TimelineRecording.mostFrames - 1))
      recording.note("a")
      clock.advance(by: .nanoseconds(1))
      #expect(recording.timeline.frames.count == TimelineRecording.mostFrames)
    }
    #expect(reports.all == [])
  }

  /// As many frames have passed as there can be, and the event is in the next one.
  @Test func theReportOfAnEventAfterTheLastFrameDoesNotContradictItself() async {
    let reports = await Reports.of {
      let recording = TimelineRecording(clock: clock)
      clock.advance(by: .seconds(TimelineRecording.mostFrames))
      recording.note("a")
    }
    #expect(reports.texts.first?.contains("frames, but it has more: 1000000.0 seconds") == true)
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
