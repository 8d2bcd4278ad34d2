// SPDX-License-Identifier: Apache-2.0

/// Builds the steps of a scenario, which can contain loops and conditions.
///
/// Some steps have a function, such as `Send`. All other steps are written with the type:
/// `Step.skipReceivedActions()`.
@resultBuilder
public enum ScenarioBuilder<State: Sendable, Action: Sendable> {
  /// A step.
  public static func buildExpression(_ step: Step<State, Action>) -> [Step<State, Action>] {
    [step]
  }

  /// A step with an action that does not change the state.
  public static func buildExpression(_ step: ActionStep<State, Action>) -> [Step<State, Action>] {
    [step.step]
  }

  /// An array of steps.
  public static func buildExpression(_ steps: [Step<State, Action>]) -> [Step<State, Action>] {
    steps
  }

  /// Steps one after the other.
  public static func buildBlock(_ parts: [Step<State, Action>]...) -> [Step<State, Action>] {
    Array(parts.joined())
  }

  /// The steps of an `if` without `else`.
  public static func buildOptional(_ steps: [Step<State, Action>]?) -> [Step<State, Action>] {
    steps ?? []
  }

  /// The first of two alternatives.
  public static func buildEither(first steps: [Step<State, Action>]) -> [Step<State, Action>] {
    steps
  }

  /// The second of two alternatives.
  public static func buildEither(second steps: [Step<State, Action>]) -> [Step<State, Action>] {
    steps
  }

  /// The steps of a loop.
  public static func buildArray(_ parts: [[Step<State, Action>]]) -> [Step<State, Action>] {
    Array(parts.joined())
  }

  /// Steps that need a certain version of the system.
  public static func buildLimitedAvailability(
    _ steps: [Step<State, Action>]
  ) -> [Step<State, Action>] {
    steps
  }
}
