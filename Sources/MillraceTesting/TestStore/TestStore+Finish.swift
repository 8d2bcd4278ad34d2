// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Ends a test: fails for each action that no step has received, each effect that still runs,
  /// each error that an effect has thrown and nothing catches, and a state that was replaced.
  ///
  /// An effect is what the store runs. A task or a callback that a `perform` has started, and that
  /// keeps its `send`, is none: its action may come after this and is not waited for.
  ///
  /// Effects that `run(_:)` and `addEffect(_:)` have started may run on: they end with the store.
  /// A test that does not call it is checked when its store is released.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait in real time for effects that work outside of the test's clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func finish(
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    mishaps.begin(site)
    await settle()
    if exhaustivity == .on {
      await waitForWorld(timeout: timeout) { unfinished.isEmpty }
    }
    await settleBehindReceivers()
    for remark in leftovers() { remark.report(at: site) }
    exempt.formUnion(unfinished.map(\.number))
  }

  /// Forgets the actions that have come and were not received.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails if there are none.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    mishaps.begin(site)
    await settleBehindReceivers()
    defer { reportErrors(at: site) }
    let steps = takeSteps()
    for step in steps {
      checkReplacement(before: step, at: site)
      state = step.after
    }
    if steps.isEmpty && strict { Failure.noActionsToSkip.report(at: site) }
  }

  /// Cancels the effects that actions have started and that still run.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails if there are none.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func skipInFlightEffects(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await step(at: site) {
      let running = unfinished
      if running.isEmpty && strict { Failure.noEffectsToSkip.report(at: site) }
      // The last one first: one that waits for its turn must not start when another one ends.
      for effect in running.reversed() { store.cancel(effect) }
    }
  }

  /// Keeps effects running as the state says; see `Store.run(_:)`.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func run(
    _ effects: StateEffects<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await step(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      recorder.starter = .code("`StateEffects`")
      store.run(effects)
    }
  }

  /// Starts an effect that no action asked for; see `Store.addEffect(_:)`.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func addEffect(
    _ effect: Effect<Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await step(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      let others = Set(store.runningEffects.map(\.number))
      recorder.starter = .code("`addEffect`")
      store.addEffect(effect)
      exempt.formUnion(
        store.runningEffects.map(\.number)
          .filter { !others.contains($0) && !recorder.isStartedByAction($0) })
    }
  }

  /// Puts a state in the place of the present one, as a step; see `Store.replaceState(with:)`.
  ///
  /// What replaces the state of ``store`` between two steps fails an exhaustive test.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: False if the state was not replaced, as when the store has ended.
  @discardableResult
  public func replaceState(
    with state: State, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await step(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      let isReplaced = store.replaceState(with: state)
      if isReplaced {
        self.state = state
        recorder.isReplaced = false
      }
      return isReplaced
    }
  }

  /// Runs a thunk; what it dispatches is told by `receive`.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - thunk: Gets a handler for actions and a reader of the state.
  /// - Returns: What the thunk returns.
  /// - Throws: What the thunk throws.
  @discardableResult
  public func dispatch<Value>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) async throws -> Value
  ) async rethrows -> Value {
    await settle()
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    mishaps.begin(site)
    let value = try await StoreWarnings.withHandler(mishaps.handler) {
      try await store.dispatch(thunk)
    }
    await settle()
    reportErrors(at: site)
    return value
  }

  /// Does something as a step: what it and all before it leads to has come when this returns, and
  /// errors that nothing catches fail it.
  @discardableResult
  private func step<Result>(at site: CallSite, _ body: () -> Result) async -> Result {
    await settle()
    mishaps.begin(site)
    let result = mishaps.during(body)
    await settle()
    reportErrors(at: site)
    return result
  }
}
