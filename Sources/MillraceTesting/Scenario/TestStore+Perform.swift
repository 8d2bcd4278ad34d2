// SPDX-License-Identifier: Apache-2.0

extension TestStore {
  /// Runs steps one after the other.
  ///
  /// ```swift
  /// await store.perform(signingIn)
  /// await store.send(.open) { $0.page = .first }
  /// ```
  ///
  /// A step that fails makes the test fail at the line of the step, and the next step runs.
  ///
  /// - Parameter steps: The steps.
  public func perform(_ steps: [Step<State, Action>]) async {
    for step in steps { await step.perform(on: self) }
  }

  /// Runs the steps of a result builder.
  ///
  /// - Parameter steps: The steps, as in `scenario`.
  public func perform(
    @ScenarioBuilder<State, Action> _ steps: @MainActor () -> [Step<State, Action>]
  ) async {
    await perform(steps())
  }
}
