// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Dispatches an action and checks how it changes the state.
  ///
  /// The closure describes the change of the action itself. Use `receive` for the actions that its
  /// effects send. When `send` returns, the effects have done everything that they can do without
  /// more time.
  ///
  /// ```swift
  /// await store.send(.add(2)) { $0.count = 2 }
  /// await store.send(.reload)                       // changes nothing
  /// ```
  ///
  /// The step fails if the state changes differently or if the reducer throws. In an exhaustive
  /// test, it also fails if an earlier action of an effect has arrived that no step has received.
  ///
  /// Do not call the receipt's `finish()` while an effect sleeps on the clock: no time passes
  /// during that call. Let time pass with `advance(by:)` first.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The receipt of the dispatch.
  @discardableResult
  public func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) async -> DispatchReceipt {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (receipt, step) = await dispatch(action, at: site)
    if let step {
      if let error = step.error {
        state = step.after
        Failure.rejected(step.action, error).report(at: site)
      } else {
        check(step, change, at: site)
      }
    }
    await settle()
    reportUncaughtErrors(at: site)
    return receipt
  }

  /// Dispatches an action that the reducer rejects with this error.
  ///
  /// A rejected action does not change the state. The step fails if the action is committed or if
  /// the reducer throws a different error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: The error that the reducer throws.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func send(
    _ action: Action, throws error: any Error & Equatable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await send(
      action, throws: .equal(to: error),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Dispatches an action that the reducer rejects with an error of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of the error that the reducer throws.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func send<Kind: Error>(
    _ action: Action, throws type: Kind.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await send(
      action, throws: .of(type),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func send(_ action: Action, throws rejection: ExpectedRejection, at site: CallSite) async {
    let (_, step) = await dispatch(action, at: site)
    if let step { check(step, throws: rejection, at: site) }
    await settle()
    reportUncaughtErrors(at: site)
  }

  /// Reports or skips the actions that were not received, and then dispatches an action.
  ///
  /// - Returns: The receipt, and the result of the action, or nil if the store did not process it.
  private func dispatch(
    _ action: Action, at site: CallSite
  ) async -> (DispatchReceipt, RecordedStep<State, Action>?) {
    await settleAfterReceivers()
    warningReporter.begin(site)
    let missed = takeSteps()
    if !missed.isEmpty {
      skip(missed, at: site) { .unreceived(missed, before: action) }
    }
    let source = ActionSource(
      fileID: site.fileID, function: "send", line: site.line, info: "\(site.column)")
    let receipt = warningReporter.during { store.dispatch(action, source: source) }
    guard let index = recorder.steps.firstIndex(where: { $0.source == source }) else {
      // A missing recorder was reported when the test store was created.
      if recorder.isInstalled { Failure.ended(action).report(at: site) }
      return (receipt, nil)
    }
    let step = recorder.steps.remove(at: index)
    checkReplacement(before: step, at: site)
    return (receipt, step)
  }
}
