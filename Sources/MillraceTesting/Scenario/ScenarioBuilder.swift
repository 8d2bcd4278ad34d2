// SPDX-License-Identifier: Apache-2.0

/// Writes the steps of a scenario one below the other, with loops and conditions.
///
/// A step that has no word of its own is written with its type: `Step.skipReceivedActions()`.
@resultBuilder
public enum ScenarioBuilder<State: Sendable, Action: Sendable> {
  /// A step.
  public static func buildExpression(_ step: Step<State, Action>) -> [Step<State, Action>] {
    [step]
  }

  /// A step about an action that changes nothing.
  public static func buildExpression(_ step: ActionStep<State, Action>) -> [Step<State, Action>] {
    [step.step]
  }

  /// Steps that were written elsewhere.
  public static func buildExpression(_ steps: [Step<State, Action>]) -> [Step<State, Action>] {
    steps
  }

  /// Steps one after the other.
  public static func buildBlock(_ parts: [Step<State, Action>]...) -> [Step<State, Action>] {
    Array(parts.joined())
  }

  /// Steps that may be left out.
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
