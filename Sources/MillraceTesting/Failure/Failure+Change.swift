// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The state changed, but the step has no closure.
  static func unexpectedChange(
    by action: some Any, _ difference: String?, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to change nothing, but the state has changed:",
      detail: difference,
      cause: "the step does not describe how the action changes the state.",
      remedy: """
        give the step a closure that makes the same change, as in \
        `await store.\(isReceived ? "receive" : "send")(...) { $0.count = 1 }`.
        """)
  }

  /// The step describes a different change.
  static func otherChange(
    by action: some Any, _ difference: String?, isExhaustive: Bool = true
  ) -> Failure {
    let assumption =
      isExhaustive
      ? "the step assumes a different state before the action."
      : """
      the closure computes a new value from the old one: with exhaustivity off, the closure gets \
      the state after the action, so set values (`$0.count = 1`) instead of changing them \
      (`$0.count += 1`).
      """
    return Failure(
      headline: """
        Expected \(text(of: action).quoted) to change the state as the step describes, but the new \
        state differs:
        """,
      detail: difference,
      cause: "the reducer does something other than the step describes, or \(assumption)",
      remedy: "correct the reducer or the step; `+` is the state that the reducer produced.")
  }

  /// The step has a closure, but neither the closure nor the action changes the state.
  static func nothingChanged(by action: some Any) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to change the state, but it changes nothing.",
      cause: "the closure sets values that the state has already, and the reducer changes nothing.",
      remedy: "leave out the closure, or make the reducer change the state.")
  }

  /// The state was replaced between two steps.
  static func replaced(_ difference: String?) -> Failure {
    Failure(
      headline: """
        Expected only actions to change the state, but it was replaced since the last step:
        """,
      detail: difference,
      cause: "`replaceState(with:)` of the store was called, by the test or by a tool.",
      remedy: """
        replace the state with a step, `await store.replaceState(with: ...)`, or set `exhaustivity \
        = .off` if this test does not check it.
        """)
  }

  /// The note about a replacement that a non-exhaustive test has skipped.
  static let skippedReplacement = "Skipped a replacement of the state."

  /// The closure of a step threw.
  static func changeThrew(_ error: any Error, after action: some Any) -> Failure {
    Failure(
      headline: """
        Expected the closure of the step to make the same change as \(text(of: action).quoted), \
        but it threw:
        """,
      detail: text(of: error),
      cause: "it reads a value that does not exist.",
      remedy: "check the closure; the test continues with the state after the action.")
  }
}
