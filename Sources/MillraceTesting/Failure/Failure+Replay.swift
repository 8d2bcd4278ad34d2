// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// A step of a recorded run, as text.
  struct StepDescription {
    let number: Int
    let count: Int
    let action: String
    let source: String
    /// True if the state was replaced since the previous step.
    var isAfterReplacement = false

    var words: String { "step \(number) of \(count), \(action.quoted)" }
    /// The sender of the action, for the detail of a failure.
    var sender: String {
      "It was sent by \(source)."
        + (isAfterReplacement ? " Before this step the state was replaced without an action." : "")
    }
  }

  /// A recorded action leads to a different state.
  static func otherState(of step: StepDescription, _ difference: String?) -> Failure {
    Failure(
      headline: "Expected \(step.words), to lead to the recorded state, but the state differs:",
      detail: [difference, step.sender].compactMap(\.self).joined(separator: "\n\n"),
      cause: """
        the reducer has changed since the run was recorded; or it reads the time, a random number \
        or another value that is not in the state or the action; or the state was replaced before \
        the step, and the replacement is not in the recording.
        """,
      remedy: """
        correct the reducer; or, if the new behavior is intended, record the run again. `+` is the \
        current state.
        """)
  }

  /// The state was replaced before a step in one run only, or with different states.
  static func otherReplacement(
    of step: StepDescription, isExpected: Bool, _ difference: String?
  ) -> Failure {
    Failure(
      headline: """
        Expected \(step.words), to follow \
        \(isExpected ? "a replacement of the state" : "the previous step"), but before this step \
        the state was \(isExpected ? "not replaced with that state" : "replaced"):
        """,
      detail: difference,
      cause: """
        `replaceState(with:)` was called in one run only, by the test or by a tool such as undo.
        """,
      remedy: "replace the state in both runs before the same step, or record the run again.")
  }

  /// A recorded action was committed and is now rejected, or the reverse, or the error differs.
  static func otherOutcome(
    of step: StepDescription, _ recorded: String?, _ actual: String?
  ) -> Failure {
    func words(_ rejection: String?) -> String {
      rejection.map { "rejected with \($0.quoted)" } ?? "committed"
    }
    return Failure(
      headline: """
        Expected \(step.words), to be \(words(recorded)), but it is \(words(actual)).
        """,
      detail: step.sender,
      cause: "the reducer has changed since the run was recorded.",
      remedy: "correct the reducer; or, if the new behavior is intended, record the run again.")
  }

  /// A run begins with a different state.
  static func otherStart(_ difference: String?) -> Failure {
    Failure(
      headline: "Expected the run to begin with the recorded state, but the state differs:",
      detail: difference,
      cause: "the store was created with a different initial state.",
      remedy: "begin with the `initialState` of the recording, or record the run again.")
  }

  /// The action differs from the recorded action.
  static func otherAction(of step: StepDescription, _ difference: String?) -> Failure {
    Failure(
      headline: "Expected \(step.words), but the action differs:",
      detail: [difference, step.sender].compactMap(\.self).joined(separator: "\n\n"),
      cause: "an effect sends a different action, or actions arrive in a different order.",
      remedy: """
        look at the effect that sends the action, and check if the order is random; if the new \
        behavior is intended, record the run again.
        """)
  }

  /// A run has fewer actions than the recorded run.
  static func endsEarly(after count: Int, of recorded: Int, _ next: some Any) -> Failure {
    Failure(
      headline: """
        Expected \(counted(recorded, "action")), but the run ends after \(count). Next was:
        """,
      detail: text(of: next),
      cause: "an effect did not send the action, or the test did not advance the clock far enough.",
      remedy: "continue the later run up to the end of the recorded run, or record the run again.")
  }

  /// A run has more actions than the recorded run.
  static func goesOn(after count: Int, _ next: some Any) -> Failure {
    Failure(
      headline: "Expected the run to end after \(counted(count, "action")), but it continues with:",
      detail: text(of: next),
      cause: "an effect sends more actions than when the run was recorded.",
      remedy: """
        look at the effect that sends the action; if the new behavior is intended, record the run \
        again.
        """)
  }
}
