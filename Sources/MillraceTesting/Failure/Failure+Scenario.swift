// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The closure of a side effect threw.
  static func sideEffectThrew(_ error: any Error) -> Failure {
    Failure(
      headline: "Expected the side effect to succeed, but its closure threw:",
      detail: text(of: error),
      cause: """
        something that it prepares or checks is not as the closure assumes. The scenario continues \
        with the next step.
        """,
      remedy: "look at the calls in the closure, and at the steps before it.")
  }
}
