// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// Nothing came, or only what is skipped.
  static func nothingReceived<Action>(
    _ expected: Expectation<Action>, but others: [Action] = [], missing situation: Situation
  ) -> Failure {
    let came = others.isEmpty ? "no action came." : "only others came:\n\n\(list(others).indented)"
    let headline = "Expected to receive \(expected.words), but \(came)"
    guard !situation.effects.isEmpty else {
      return Failure(
        headline: headline,
        cause: """
          no effect runs that could send it: the action that should have started one did not, or \
          the effect has ended or was cancelled.
          """,
        remedy: "look at the middleware, and at what the step before this one has started.")
    }
    let running = list(lines: situation.effects)
    if let duration = situation.untilDeadline {
      return Failure(
        headline: headline, detail: "These effects run:\n\(running)",
        cause: "the time has not come: a task sleeps on the clock for another \(duration).",
        remedy: "let time pass first: `await store.advance(by: .seconds(\(duration.inSeconds)))`.")
    }
    return Failure(
      headline: headline, detail: "These effects run:\n\(running)",
      cause: """
        they wait for something that the test does not supply, or that takes longer than the \
        `timeout` of the step.
        """,
      remedy: """
        give the middleware a dependency that the test controls, in place of the real one; or \
        give the step a longer `timeout`.
        """)
  }

  /// Another action came.
  static func receivedOther<Action>(_ action: Action, _ expected: Expectation<Action>) -> Failure {
    let difference = expected.action.flatMap { Self.difference(expected: $0, actual: action) }
    return Failure(
      headline: "Expected to receive \(expected.words), but another action came:",
      detail: difference ?? text(of: action),
      cause: "the effect sends something else, or actions come in another order.",
      remedy: """
        receive the action that came; or, if this test is not about it, set \
        `exhaustivity = .off`, so that it is skipped.
        """)
  }
}

extension Expectation {
  /// What is expected, for a sentence.
  fileprivate var words: String { isName ? text().quoted : text() }
}

extension Duration {
  /// The number of seconds, as one would write it.
  fileprivate var inSeconds: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds)" }
    let digits = String(attoseconds + 1_000_000_000_000_000_000).dropFirst()
    return "\(seconds).\(digits.trimmingTrailingZeros)"
  }
}

extension Substring {
  fileprivate var trimmingTrailingZeros: Substring {
    var text = self
    while text.last == "0" { text.removeLast() }
    return text
  }
}
