// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// An element was sent after the end of a sequence.
  static func sentAfterEnd(_ element: some Any) -> Failure {
    Failure(
      headline: "Sent \(text(of: element).quoted) to a sequence that has ended.",
      cause: "`finish()` or `fail(_:)` was called before.",
      remedy: "send all elements before the end, or create another sequence.")
  }

  /// A text is not a valid timeline.
  static func unreadable(_ error: TimelineError) -> Failure {
    Failure(
      headline: "Expected a timeline, but `\(error.text)` is none: \(error.reason).",
      detail: "\(error.text)\n\(String(repeating: " ", count: error.offset))^",
      cause: "a character is missing, or there is one too many.",
      remedy: """
        write one character for each frame: `-` for nothing, a letter or a digit for an element, \
        `(ab)` for several in one frame, `|` for the end, `#` for a failure, as in `a--(bc)-|`.
        """)
  }

  /// The duration of the frames of a recording or a timeline is not positive.
  static func noFrame(_ frame: Duration, of thing: String) -> Failure {
    Failure(
      headline: """
        Expected the frames of a \(thing) to have a positive duration, but it is \(frame).
        """,
      cause: "the duration is computed, and the result is zero or negative.",
      remedy: """
        pass the duration of one character of the timeline, as in `frame: .milliseconds(100)`.
        """)
  }

  /// A recording needs more frames than a timeline can have: more frames have passed, or an event
  /// comes after the last of them.
  static func tooManyFrames(_ frame: Duration, within time: Duration, limit: Int) -> Failure {
    Failure(
      headline: """
        Expected a recording of at most \(grouped(limit)) frames, but it has more: \(time) have \
        passed, and a frame lasts \(frame).
        """,
      cause: "the frames are much shorter than the time that passes on the clock.",
      remedy: "pass a longer `frame`, such as the shortest time between two events.")
  }

  /// A letter or a digit of a timeline has no value.
  static func unknownSymbol(_ symbol: Character, in text: String, known: [Character]) -> Failure {
    let list = known.sorted().map { "`\($0)`" }.joined(separator: ", ")
    return Failure(
      headline: "Expected a value for `\(symbol)` in the timeline `\(text)`, but there is none.",
      cause: "it is missing among those that have a value: \(list.isEmpty ? "none" : list).",
      remedy: "pass a value for it, or use another character.")
  }

  /// A timeline contains a failure, but the sequence cannot fail.
  static func cannotFail(_ text: String) -> Failure {
    Failure(
      headline: "Expected no `#` in the timeline `\(text)`, because no error was passed.",
      cause: "a sequence without `failure:` cannot fail, and an effect never does.",
      remedy: "end the timeline with `|`, or pass the error to a sequence with `failure:`.")
  }
}
