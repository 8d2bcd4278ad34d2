// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// Actions are left at the end.
  static func leftActions<State, Action>(_ steps: [RecordedStep<State, Action>]) -> Failure {
    Failure(
      headline: """
        Expected the test to receive all actions, but \(counted(steps.count, "action")) arrived \
        that no step has received:
        """,
      detail: list(of: steps),
      cause: "an effect of one of the last steps sent them.",
      remedy: """
        receive them with `await store.receive(...)`\(forRejected(steps)); or, if this test does \
        not check them, call `skipReceivedActions()` or set `exhaustivity = .off`.
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
        they need more time, they wait for something that the test does not provide, or nothing \
        cancels them.
        """,
      remedy: """
        let time pass with `advance(by:)`, end them with the same action as in the app, or call \
        `skipInFlightEffects()` if this test does not check them.
        """)
  }

  /// Effects have thrown errors that nothing caught.
  static func uncaughtErrors(_ errors: [String]) -> Failure {
    Failure(
      headline: """
        Expected effects to end without an error, but they threw \(counted(errors.count, "error")) \
        that nothing caught:
        """,
      detail: list(lines: errors),
      cause: "a dependency of the test fails, and the effect has no `catch:`.",
      remedy: """
        add `catch:` to the effect and receive the action that it sends or returns, or use `try?` \
        in the effect if the error can be ignored; or, if this test does not check it, set \
        `exhaustivity = .off`.
        """)
  }

  /// A task sleeps again after each deadline.
  static func endlessSleep(_ effects: [String], after deadlines: Int) -> Failure {
    Failure(
      headline: """
        Expected the last sleep to end, but after \(grouped(deadlines)) deadlines a task still \
        sleeps.
        """,
      detail: effects.isEmpty ? nil : "These effects run:\n\(list(lines: effects))",
      cause: "a timer never ends.",
      remedy: """
        end the timer first, or let a fixed time pass: `await store.advance(by: .seconds(5))`.
        """)
  }

  /// Effects never become idle, although no time passes.
  static func neverIdle(_ effects: [String], after count: String) -> Failure {
    Failure(
      headline: """
        Expected effects to become idle while no time passes, but after \(count) \
        they still start others:
        """,
      detail: list(lines: effects),
      cause: """
        effects start each other in a cycle; or an effect repeats something without a pause, such \
        as a timer with the clock `TestClock.immediate`.
        """,
      remedy: "let one of the effects end, or sleep on the clock of the test store.")
  }

  /// There is no action to skip.
  static var noActionsToSkip: Failure {
    Failure(
      headline: "Expected actions to skip, but there are none.",
      cause: "all actions were received already, or they have not arrived yet.",
      remedy: "remove the step, or use `skipReceivedActions(strict: false)`.")
  }

  /// There is no effect to skip.
  static var noEffectsToSkip: Failure {
    Failure(
      headline: """
        Expected effects to skip, but none is running that must end before the end of the test.
        """,
      cause: """
        all of them have ended. An effect that was started by `addEffect`, by `run` or by the \
        closure that creates the store can run until the end.
        """,
      remedy: "remove the step, or use `skipInFlightEffects(strict: false)`.")
  }

  /// The note about actions that a non-exhaustive test has skipped.
  static func skipped<State, Action>(_ steps: [RecordedStep<State, Action>]) -> String {
    "Skipped \(counted(steps.count, "action")) that arrived:\n\n\(list(of: steps).indented)"
  }

  /// The note about effects that a non-exhaustive test has left running.
  static func skippedEffects(_ effects: [String]) -> String {
    """
    Skipped \(counted(effects.count, "effect")) that still \(effects.count == 1 ? "runs" : "run"):

    \(list(lines: effects).indented)
    """
  }

  /// The note about uncaught errors in a non-exhaustive test.
  static func skippedErrors(_ errors: [String]) -> String {
    "Skipped \(counted(errors.count, "uncaught error")):\n\n\(list(lines: errors).indented)"
  }

  /// Lines as a list, one below the other.
  static func list(lines: [String]) -> String {
    list(lines, alike: isAlike) { $0 }
  }
}
