// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The closure of a side effect threw.
  static func sideEffectThrew(_ error: any Error) -> Failure {
    Failure(
      headline: "Expected the side effect to be done, but its closure threw:",
      detail: text(of: error),
      cause: "what it prepares or checks is not as it assumes. The scenario goes on after it.",
      remedy: "look at what the closure calls, and at the steps before it.")
  }
}
