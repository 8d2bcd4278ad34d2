// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// Actions are left at the end.
  static func leftActions(_ actions: [some Any]) -> Failure {
    Failure(
      headline: """
        Expected the test to tell all that happens, but \(counted(actions.count, "action")) came \
        that no step has received:
        """,
      detail: list(actions),
      cause: "an effect of the last steps has sent them.",
      remedy: """
        receive them with `await store.receive(...)`; or, if this test is not about them, call \
        `skipReceivedActions()` or set `exhaustivity = .off`.
        """)
  }

  /// Effects are left at the end.
  static func leftEffects(_ effects: [String]) -> Failure {
    Failure(
      headline: """
        Expected all effects to have ended, but \(counted(effects.count, "effect")) still \
        \(effects.count == 1 ? "runs" : "run"):
        """,
      detail: list(lines: effects),
      cause: """
        time has to pass before they end, they wait for something that the test does not supply, \
        or nothing cancels them.
        """,
      remedy: """
        let time pass with `advance(by:)`, end them with the action that does so in the app, or \
        call `skipInFlightEffects()` if this test is not about them.
        """)
  }

  /// Effects have failed, and no action says so.
  static func uncaughtErrors(_ errors: [String]) -> Failure {
    Failure(
      headline: """
        Expected effects to end without an error, but nothing catches \
        \(counted(errors.count, "error")) that they threw:
        """,
      detail: list(lines: errors),
      cause: "a dependency of the test fails, and the effect has no `catch:`.",
      remedy: """
        add `catch:` to the effect and receive the action that it makes, or use `try?` in the \
        effect where a failure means nothing; or, if this test is not about it, set \
        `exhaustivity = .off`.
        """)
  }

  /// A task always goes to sleep again.
  static func endlessSleep(_ effects: [String]) -> Failure {
    Failure(
      headline: "Expected no task to sleep after a while, but after 10,000 deadlines one does.",
      detail: effects.isEmpty ? nil : "These effects run:\n\(list(lines: effects))",
      cause: "a timer ticks without an end.",
      remedy: "end it first, or let a certain time pass: `await store.advance(by: .seconds(5))`.")
  }

  /// Effects go on and on, although no time passes.
  static func restless(_ effects: [String]) -> Failure {
    Failure(
      headline: "Expected effects to come to rest while no time passes, but they go on and on:",
      detail: list(lines: effects),
      cause: """
        effects lead to each other in a circle; or one of them repeats something without a pause, \
        as a timer does whose clock is `TestClock.immediate`.
        """,
      remedy: "let one of them end, or sleep on the clock of the store under test.")
  }

  /// There is no action to skip.
  static var noActionsToSkip: Failure {
    Failure(
      headline: "Expected actions to skip, but there are none.",
      cause: "all actions that have come were received, or they have not come yet.",
      remedy: "leave out the step, or say `skipReceivedActions(strict: false)`.")
  }

  /// There is no effect to skip.
  static var noEffectsToSkip: Failure {
    Failure(
      headline: "Expected effects to skip, but none runs.",
      cause: "all effects have ended.",
      remedy: "leave out the step, or say `skipInFlightEffects(strict: false)`.")
  }

  /// What a test has passed over.
  static func skipped(_ actions: [some Any]) -> String {
    "Skipped \(counted(actions.count, "action")) that came:\n\n\(list(actions).indented)"
  }

  /// What a test has left running.
  static func skippedEffects(_ effects: [String]) -> String {
    "Skipped \(counted(effects.count, "effect")) still running:\n\n\(list(lines: effects).indented)"
  }

  /// What a test has passed over of errors.
  static func skippedErrors(_ errors: [String]) -> String {
    "Skipped \(counted(errors.count, "uncaught error")):\n\n\(list(lines: errors).indented)"
  }

  /// Lines of words one below the other.
  static func list(lines: [String]) -> String {
    lines.map { "- \($0)" }.joined(separator: "\n")
  }
}
