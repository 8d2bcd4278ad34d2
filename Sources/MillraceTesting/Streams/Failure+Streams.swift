// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// An element was sent after the end of a sequence.
  static func sentAfterEnd(_ element: some Any) -> Failure {
    Failure(
      headline: "Sent \(text(of: element).quoted) into a sequence that has ended.",
      cause: "`finish()` or `fail(_:)` was called before.",
      remedy: "send all elements before the end, or make another sequence.")
  }

  /// A timeline cannot be read.
  static func unreadable(_ error: TimelineError) -> Failure {
    Failure(
      headline: "Expected a timeline, but `\(error.text)` is none: \(error.reason).",
      detail: "\(error.text)\n\(String(repeating: " ", count: error.offset))^",
      cause: "a letter has slipped in or got lost.",
      remedy: """
        write one sign for each frame: `-` for nothing, a letter or a digit for an element, \
        `(ab)` for several at once, `|` for the end, `#` for a failure, as in `a--(bc)-|`.
        """)
  }

  /// The frames of a recording take no time.
  static func noFrame(_ frame: Duration) -> Failure {
    Failure(
      headline: "Expected frames of a recording to take time, but they are to take \(frame).",
      cause: "the length of a frame is computed, and something is zero or the wrong way round.",
      remedy: """
        give the recording the time between two signs of its line, as in \
        `TimelineRecording(clock: clock, frame: .milliseconds(100))`.
        """)
  }

  /// A letter of a timeline stands for nothing.
  static func unknownSymbol(_ symbol: Character, in text: String, known: [Character]) -> Failure {
    let list = known.sorted().map { "`\($0)`" }.joined(separator: ", ")
    return Failure(
      headline: "Expected a value for `\(symbol)` in the timeline `\(text)`, but there is none.",
      cause: "it is missing in `values`, which has \(list.isEmpty ? "nothing" : list).",
      remedy: "add it to `values`, or write another letter.")
  }

  /// A timeline has a failure, and the sequence cannot fail.
  static func cannotFail(_ text: String) -> Failure {
    Failure(
      headline: "Expected no `#` in the timeline `\(text)`, because its sequence cannot fail.",
      cause: "there is no error for it.",
      remedy: "give the sequence its error with `failure:`, or end the line with `|`.")
  }
}
