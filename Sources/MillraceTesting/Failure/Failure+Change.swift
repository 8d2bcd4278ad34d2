// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The step tells no change, and there was one.
  static func unexpectedChange(
    by action: some Any, _ difference: String?, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to change nothing, but the state has changed:",
      detail: difference,
      cause: "the step leaves out what the action does to the state.",
      remedy: """
        give the step a closure that makes the same change, as in \
        `await store.\(isReceived ? "receive" : "send")(...) { $0.count = 1 }`.
        """)
  }

  /// The step tells another change.
  static func otherChange(
    by action: some Any, _ difference: String?, isExhaustive: Bool = true
  ) -> Failure {
    let assumption =
      isExhaustive
      ? "the step assumes something else about the state before."
      : """
      the step computes from what is there: with exhaustivity off its closure gets the state after \
      the action, so set values (`$0.count = 1`) instead of changing them (`$0.count += 1`).
      """
    return Failure(
      headline: "Expected \(text(of: action).quoted) to change the state in another way:",
      detail: difference,
      cause: "the reducer does something else than the step says, or \(assumption)",
      remedy: "correct whichever of them is wrong; `+` is what the reducer has made of the state.")
  }

  /// The closure of the step leaves the state as it is.
  static func nothingChanged(by action: some Any) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to change the state, but nothing changes.",
      cause: "the closure sets what is so already, and the reducer leaves it as it is.",
      remedy: "leave out the closure, or make the reducer change the state.")
  }

  /// The state was replaced between two steps.
  static func replaced(_ difference: String?) -> Failure {
    Failure(
      headline: "Expected the state to change by actions, but it was replaced since the last step:",
      detail: difference,
      cause: "`replaceState(with:)` of the store was called, by the test or by a tool.",
      remedy: """
        replace it by a step, `await store.replaceState(with: ...)`, or set `exhaustivity = .off` \
        if this test is not about it.
        """)
  }

  /// What a test has passed over of a state that was replaced.
  static let skippedReplacement = "Skipped a state that was replaced."

  /// The closure of a step threw.
  static func changeThrew(_ error: any Error, after action: some Any) -> Failure {
    Failure(
      headline: """
        Expected the closure of the step to make the change of \(text(of: action).quoted), but it \
        threw:
        """,
      detail: text(of: error),
      cause: "it reads something that is not there.",
      remedy: "see what it needs; the state is as the action has left it.")
  }
}
