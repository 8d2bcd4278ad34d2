// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// A step of a recorded run.
  struct StepPlace {
    let number: Int
    let count: Int
    let action: String
    let source: String
    /// Whether the state was replaced since the step before.
    var isAfterReplacement = false

    var words: String { "step \(number) of \(count), \(action.quoted)" }
    /// A remark for the detail.
    var sent: String {
      "It was sent by \(source)."
        + (isAfterReplacement ? " Before it the state was replaced, by no action." : "")
    }
  }

  /// A recorded action leads to another state.
  static func otherState(at place: StepPlace, _ difference: String?) -> Failure {
    Failure(
      headline: "Expected \(place.words), to lead to the recorded state, but it leads to another:",
      detail: [difference, place.sent].compactMap(\.self).joined(separator: "\n\n"),
      cause: """
        the reducer has changed since the run was recorded; or it reads the time, a random number \
        or anything else that is not in the state or the action; or the state was replaced before \
        the step, and the recording does not say so.
        """,
      remedy: """
        correct the reducer; or, if it is to do this now, record the run anew. `+` is what happens \
        now.
        """)
  }

  /// The state was replaced before a step, in one of two runs only or by another one.
  static func otherReplacement(
    at place: StepPlace, isExpected: Bool, _ difference: String?
  ) -> Failure {
    Failure(
      headline: """
        Expected \(place.words), to follow \
        \(isExpected ? "a replaced state" : "the step before it"), but before it the state was \
        \(isExpected ? "not replaced by that" : "replaced"):
        """,
      detail: difference,
      cause: "`replaceState(with:)` was called in one run, by the test or by a tool as undo is.",
      remedy: "replace the state in both runs at the same place, or record the run anew.")
  }

  /// A recorded action is refused, or no longer, or otherwise.
  static func otherOutcome(
    at place: StepPlace, _ recorded: String?, _ actual: String?
  ) -> Failure {
    func words(_ rejection: String?) -> String {
      rejection.map { "refused with \($0.quoted)" } ?? "committed"
    }
    return Failure(
      headline: """
        Expected \(place.words), to be \(words(recorded)), but it is \(words(actual)).
        """,
      detail: place.sent,
      cause: "the rules of the reducer have changed since the run was recorded.",
      remedy: "correct the reducer; or, if it is to do this now, record the run anew.")
  }

  /// A run begins with another state.
  static func otherStart(_ difference: String?) -> Failure {
    Failure(
      headline: "Expected the run to begin with the recorded state, but it begins with another:",
      detail: difference,
      cause: "the store was created with another state than the one that was recorded.",
      remedy: "begin with the `initialState` of the recording, or record the run anew.")
  }

  /// Another action comes than was recorded.
  static func otherAction(at place: StepPlace, _ difference: String?) -> Failure {
    Failure(
      headline: "Expected \(place.words), but another action comes:",
      detail: [difference, place.sent].compactMap(\.self).joined(separator: "\n\n"),
      cause: "an effect sends something else, or actions come in another order.",
      remedy: """
        look at what sends the action, and whether its order is left to chance; if this is to \
        happen now, record the run anew.
        """)
  }

  /// A run ends before the recorded one.
  static func endsEarly(after count: Int, of recorded: Int, _ next: some Any) -> Failure {
    Failure(
      headline: """
        Expected \(counted(recorded, "action")), but the run ends after \(count). Next was:
        """,
      detail: text(of: next),
      cause: "an effect did not send it, or the test has not let it: time has to pass first.",
      remedy: "let the later run go as far as the recorded one, or record the run anew.")
  }

  /// A run goes on after the recorded one.
  static func goesOn(after count: Int, _ next: some Any) -> Failure {
    Failure(
      headline: "Expected the run to end after \(counted(count, "action")), but it goes on with:",
      detail: text(of: next),
      cause: "an effect sends more than when the run was recorded.",
      remedy: "look at what sends it; if this is to happen now, record the run anew.")
  }
}
