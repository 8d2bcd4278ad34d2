// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The expected action did not arrive.
  ///
  /// Other actions can have arrived only if exhaustivity is off.
  static func nothingReceived<Action>(
    _ expected: Expectation<Action>, but others: [Action] = [], skippedAt line: UInt? = nil,
    missing situation: Situation
  ) -> Failure {
    let arrived =
      others.isEmpty
      ? "no action arrived." : "only other actions arrived:\n\n\(list(others).indented)"
    let headline = "Expected to receive \(expected.words), but \(arrived)"
    if let line, situation.effects.isEmpty {
      return Failure(
        headline: headline,
        cause: "it had arrived before the step in line \(line), which skipped it.",
        remedy: "receive it before that step.")
    }
    guard !situation.effects.isEmpty else {
      return Failure(
        headline: headline,
        cause: """
          no effect that could send it is running: the earlier action did not start the effect, or \
          the effect has ended or was cancelled.
          """,
        remedy: "look at the middleware, and at the effects of the step before this one.")
    }
    let running = list(lines: situation.effects)
    if let duration = situation.untilDeadline {
      return Failure(
        headline: headline, detail: "These effects run:\n\(running)",
        cause: "it is too early: a task sleeps on the clock for another \(duration).",
        remedy: "let time pass first: `await store.advance(by: .seconds(\(duration.inSeconds)))`.")
    }
    return Failure(
      headline: headline, detail: "These effects run:\n\(running)",
      cause: """
        they wait for something that the test does not provide, or that takes longer than the \
        `timeout` of the step.
        """,
      remedy: """
        give the effect a dependency that the test controls instead of the real one; or give the \
        step a longer `timeout`. An effect that calls `Task.sleep` ignores the clock of the test: \
        let it sleep on `send.clock`.
        """)
  }

  /// A different action arrived.
  static func receivedOther<Action>(_ action: Action, _ expected: Expectation<Action>) -> Failure {
    let difference = expected.action.flatMap { Self.difference(expected: $0, actual: action) }
    return Failure(
      headline: "Expected to receive \(expected.words), but another action arrived:",
      detail: difference ?? text(of: action),
      cause: "the effect sends a different action, or actions arrive in a different order.",
      remedy: """
        receive the action that arrived; or, if this test does not check it, set `exhaustivity = \
        .off` to skip it.
        """)
  }
}

extension Expectation {
  /// The text for a sentence.
  fileprivate var words: String { isName ? text().quoted : text() }
}

extension Duration {
  /// The number of seconds as decimal text without trailing zeros.
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
