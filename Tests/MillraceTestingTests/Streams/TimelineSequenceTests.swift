// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TimelineSequenceTests {
  private struct Broken: Error, Equatable {}

  private let clock = TestClock()
  private let values: [Character: String] = ["a": "a", "b": "b", "c": "c"]

  /// Plays a line on the clock, and records it again.
  private func replay(_ text: String, frames: Int) async -> String {
    let sequence = TimelineSequence(
      text, values: values, failure: Broken(), frame: .milliseconds(100), clock: clock)
    let recording = TimelineRecording(clock: clock, frame: .milliseconds(100))
    let clock = clock
    let consumer = Task {
      await recording.record(sequence) { Character($0) }
    }
    for _ in 0..<frames {
      await clock.untilAsleep()
      clock.advance(by: .milliseconds(100))
    }
    await consumer.value
    return recording.line
  }

  @Test func whatIsPlayedIsWhatIsRecorded() async {
    #expect(await replay("a--b|", frames: 4) == "a--b|")
  }

  @Test func groupsAndFailuresToo() async {
    #expect(await replay("-(ab)-c-#", frames: 5) == "-(ab)-c-#")
    #expect(await replay("a(b|)", frames: 1) == "a(b|)")
  }

  @Test func theErrorIsTheOneThatWasGiven() async throws {
    let sequence = TimelineSequence("#", values: values, failure: Broken(), clock: clock)
    var iterator = sequence.makeAsyncIterator()
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func aLineWithoutAnythingGoesOnToo() async {
    for text in ["---", ""] {
      let recording = TimelineRecording(clock: clock)
      let sequence = TimelineSequence(text, values: values, clock: clock)
      let consumer = Task { await recording.record(sequence) { Character($0) } }
      for _ in 0..<20 { await Task.yield() }
      #expect(recording.line == "")
      consumer.cancel()
      await consumer.value
    }
  }

  @Test func aLineWithoutAnEndGoesOnUntilItIsCancelled() async {
    let sequence = TimelineSequence("a", values: values, clock: clock)
    let gate = Gate()
    let consumer = Task {
      var seen: [String] = []
      for await element in sequence {
        seen.append(element)
        await gate.open()
      }
      return seen
    }
    await gate.wait()
    consumer.cancel()
    #expect(await consumer.value == ["a"])
  }

  @Test func anEffectSendsAsTheLineSays() async {
    let store = TestStore(
      initialState: "", reducer: Reducer<String, Character> { $0.append($1) })
    let recording = TimelineRecording(clock: store.clock)
    let subscription = recording.follow(store.store, \.self) { $0.last ?? "0" }
    await store.addEffect(
      .timeline("-a-(bc)-|", ["a": "x", "b": "y", "c": "z"], clock: store.clock))
    await store.advance(by: .seconds(6))
    await store.receive("x") { $0 = "x" }
    await store.receive("y") { $0 = "xy" }
    await store.receive("z") { $0 = "xyz" }
    await store.finish()
    #expect(recording.line == "0x-(yz)--")
    subscription.cancel()
  }

  @Test func aTextThatIsNoTimelineFailsTheTest() async {
    let line: UInt = #line + 3
    let reports = await Reports.of {
      var iterator =
        TimelineSequence("a(b", values: values, clock: clock)
        .makeAsyncIterator()
      #expect(await iterator.next() == nil)
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts.first?.hasPrefix(
        "Expected a timeline, but `a(b` is none: the group is not closed.") == true)
  }

  @Test func aLetterWithoutAValueFailsTheTest() async {
    let reports = await Reports.of {
      _ = TimelineSequence("a-x", values: values, clock: clock)
      _ = Effect<Int>.timeline("x", [:], clock: clock)
    }
    #expect(
      reports.texts == [
        """
        Expected a value for `x` in the timeline `a-x`, but there is none.

        Probably: it is missing among those that have a value: `a`, `b`, `c`.

        What to do: pass a value for it, or use another character.
        """,
        """
        Expected a value for `x` in the timeline `x`, but there is none.

        Probably: it is missing among those that have a value: none.

        What to do: pass a value for it, or use another character.
        """,
      ])
  }

  @Test func framesOfASequenceTakeTime() async {
    for frame in [Duration.zero, .seconds(-1)] {
      let line: UInt = #line + 2
      let reports = await Reports.of {
        let sequence = TimelineSequence("-a|", values: values, frame: frame, clock: clock)
        let clock = clock
        let consumer = Task {
          var iterator = sequence.makeAsyncIterator()
          let element = await iterator.next()
          return (element, clock.now)
        }
        let start = clock.now
        await clock.untilAsleep()
        clock.advance(by: .seconds(1))
        let (element, end) = await consumer.value
        #expect(element == "a" && start.duration(to: end) == .seconds(1))
      }
      #expect(reports.all.map(\.line) == [line])
      #expect(
        reports.texts.first?.hasPrefix(
          "Expected the frames of a timeline to have a positive duration, but it is \(frame).")
          == true)
    }
  }

  @Test func aFailureOfWhatCannotFailFailsTheTest() async {
    let reports = await Reports.of {
      _ = TimelineSequence("a#", values: values, clock: clock)
      _ = Effect<Int>.timeline("a#", ["a": 1], clock: clock)
    }
    let text = """
      Expected no `#` in the timeline `a#`, because no error was passed.

      Probably: a sequence without `failure:` cannot fail, and an effect never does.

      What to do: end the timeline with `|`, or pass the error to a sequence with `failure:`.
      """
    #expect(reports.texts == [text, text])
  }
}
