// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@Suite struct EventTimelineTests {
  @Test(arguments: ["", "-", "a--b|", "(ab)-c#", "a(b|)", "--1", "(ab)(cd)|", "|", "#"])
  func aLineIsReadAndWrittenTheSame(text: String) throws {
    #expect(try EventTimeline(text).description == text)
  }

  @Test func spacesMeanNothing() throws {
    #expect(try EventTimeline(" a -  b | ") == EventTimeline("a-b|"))
  }

  @Test func aGroupOfOneIsThatOne() throws {
    #expect(try EventTimeline("-(a)-").description == "-a-")
  }

  @Test func eachSignIsAFrame() throws {
    let events = try EventTimeline("a--(bc)-|").events
    #expect(events.map(\.frame) == [0, 3, 3, 5])
    #expect(events.map(\.event) == [.element("a"), .element("b"), .element("c"), .finish])
  }

  @Test(arguments: [
    ("a|b", 2, "there is a character after the end"),
    ("(a|b)", 3, "there is a character after the end"),
    ("a#-", 2, "there is a character after the end"),
    ("(a-b)", 2, "time cannot pass within a group"),
    ("(a(b))", 2, "a group cannot be in a group"),
    ("a)", 1, "no group is open"),
    ("a()", 2, "the group is empty"),
    ("a (b", 2, "the group is not closed"),
    ("a*b", 1, "`*` means nothing"),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, offset: Int, reason: String) throws {
    let error = #expect(throws: TimelineError.self) { try EventTimeline(text) }
    #expect(error?.text == text && error?.offset == offset && error?.reason == reason)
  }

  @Test func theErrorPointsAtThePlace() throws {
    let error = #expect(throws: TimelineError.self) { try EventTimeline("a-*b") }
    #expect(
      error?.description == """
        Expected a timeline, but `a-*b` is none: `*` means nothing.

            a-*b
              ^

        Probably: a character is missing, or there is one too many.

        What to do: write one character for each frame: `-` for nothing, a letter or a digit for \
        an element, `(ab)` for several in one frame, `|` for the end, `#` for a failure, as in \
        `a--(bc)-|`.
        """)
  }

  @Test(arguments: 0..<200)
  func everyLineThatIsMadeCanBeRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let timeline = EventTimeline(
      frames: (0..<Int.random(in: 0...8, using: &random)).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          .element("abc123".randomElement(using: &random) ?? "a")
        }
      })
    #expect(try EventTimeline(timeline.description) == timeline, "seed \(seed)")
  }
}
