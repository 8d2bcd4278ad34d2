// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Ends a test: an exhaustive test fails for actions that no step has received, effects that
  /// still run, uncaught errors of effects, and a replaced state.
  ///
  /// The check covers the effects that the store runs. It does not cover a task or a callback that
  /// was started in an `Effect.perform` and uses its `send` later: this method does not
  /// wait for it.
  ///
  /// Effects that `run(_:)` and `addEffect(_:)` have started, and those of `StateEffects`, can
  /// still run. They end with the store. If a test does not call `finish()`, the check runs when
  /// the test store is released, and fails at the line of the last step.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait for effects that do not use the test's clock. With
  ///     exhaustivity off, the step does not wait for them.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func finish(
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    warningReporter.begin(site)
    await settle()
    if exhaustivity == .on {
      await waitForExternalWork(timeout: timeout) { unfinished.isEmpty }
    }
    await settleAfterReceivers()
    for remark in leftovers() { remark.report(at: site) }
    exempt.formUnion(unfinished.map(\.number))
  }

  /// Skips the actions that have arrived and were not received.
  ///
  /// - Parameters:
  ///   - strict: True if the step fails when there is nothing to skip.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    warningReporter.begin(site)
    await settleAfterReceivers()
    defer { reportUncaughtErrors(at: site) }
    let steps = takeSteps()
    for step in steps {
      checkReplacement(before: step, at: site)
      state = step.after
    }
    if steps.isEmpty && strict { Failure.noActionsToSkip.report(at: site) }
  }

  /// Cancels the running effects that must have ended at `finish()`.
  ///
  /// - Parameters:
  ///   - strict: True if the step fails when there is nothing to skip.
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
      cancelEffects(running)
    }
  }

  /// Runs effects while the state requires them; see `Store.run(_:)`.
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

  /// Starts an effect without an action; see `Store.addEffect(_:)`.
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

  /// Replaces the state, as a step; see `Store.replaceState(with:)`.
  ///
  /// A replacement with a different state that is not a step makes an exhaustive test fail, also if
  /// this step follows it.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: False if the state was not replaced, for example because the store has ended.
  @discardableResult
  public func replaceState(
    with state: State, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await step(at: site) {
      checkReplacement(at: site)
      let isReplaced = store.replaceState(with: state)
      if isReplaced {
        self.state = state
        recorder.isReplaced = false
      }
      return isReplaced
    }
  }

  /// Runs a thunk.
  ///
  /// Use `receive` for the actions that it dispatches. Time passes on the clock only if the thunk
  /// advances it.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - thunk: The thunk. It gets an action handler and a state provider.
  /// - Returns: The result of the thunk.
  /// - Throws: The error of the thunk.
  @discardableResult
  public func dispatch<Value>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) async throws -> Value
  ) async rethrows -> Value {
    await settle()
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    warningReporter.begin(site)
    do {
      let value = try await StoreWarnings.withHandler(warningReporter.handler) {
        try await store.dispatch(thunk)
      }
      await settle()
      reportUncaughtErrors(at: site)
      return value
    } catch {
      await settle()
      reportUncaughtErrors(at: site)
      throw error
    }
  }

  /// Runs code as a step: settles before and after the code, and reports warnings and uncaught
  /// errors at the site of the step.
  @discardableResult
  private func step<Result>(at site: CallSite, _ body: () -> Result) async -> Result {
    await settle()
    warningReporter.begin(site)
    let result = warningReporter.during(body)
    await settle()
    reportUncaughtErrors(at: site)
    return result
  }
}
