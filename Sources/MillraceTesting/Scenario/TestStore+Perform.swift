// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Runs steps one after the other.
  ///
  /// ```swift
  /// await store.perform(signingIn)
  /// await store.send(.open) { $0.page = .first }
  /// ```
  ///
  /// A step that does not come true fails the test at its line, and the next one follows.
  ///
  /// - Parameter steps: The steps.
  public func perform(_ steps: [Step<State, Action>]) async {
    for step in steps { await step.perform(on: self) }
  }

  /// Runs steps that are written one below the other.
  ///
  /// - Parameter steps: The steps, as in `scenario`.
  public func perform(
    @ScenarioBuilder<State, Action> _ steps: @MainActor () -> [Step<State, Action>]
  ) async {
    await perform(steps())
  }
}
