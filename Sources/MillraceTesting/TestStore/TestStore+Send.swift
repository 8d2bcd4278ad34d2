// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Dispatches an action and says how it changes the state.
  ///
  /// The change is that of the action itself; what its effects send is told by `receive`. When this
  /// returns, the effects have done all that they can do for now.
  ///
  /// ```swift
  /// await store.send(.add(2)) { $0.count = 2 }
  /// await store.send(.reload)                       // changes nothing
  /// ```
  ///
  /// It fails if the state changes in any other way, if the reducer throws, and, while everything
  /// is to be told, if actions came before it that no step has received.
  ///
  /// Do not wait for the receipt's `finish()` while an effect sleeps: no time passes in that wait.
  /// Let it pass with `advance(by:)` first.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  /// - Returns: What became of the dispatch.
  @discardableResult
  public func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) async -> DispatchReceipt {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (receipt, step) = await dispatch(action, at: site)
    if let step {
      if let error = step.error {
        Failure.rejected(step.action, error).report(at: site)
      } else {
        check(step, change, at: site)
      }
    }
    await settle()
    reportErrors(at: site)
    return receipt
  }

  /// Dispatches an action that the reducer refuses, and says with which error.
  ///
  /// The state must not change: a refused action leaves it as it is.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: What the reducer throws.
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

  /// Dispatches an action that the reducer refuses, and says with which type of error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of what the reducer throws.
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

  func send(_ action: Action, throws refusal: Refusal, at site: CallSite) async {
    let (_, step) = await dispatch(action, at: site)
    if let step { check(step, throws: refusal, at: site) }
    await settle()
    reportErrors(at: site)
  }

  /// Dispatches when all that came before is told.
  ///
  /// - Returns: The receipt, and what became of the action, if anything.
  private func dispatch(
    _ action: Action, at site: CallSite
  ) async -> (DispatchReceipt, RecordedStep<State, Action>?) {
    await settleBehindReceivers()
    mishaps.begin(site)
    let missed = takeSteps()
    if !missed.isEmpty {
      skip(missed, at: site) { .unreceived(missed.map(\.action), before: action) }
    }
    let source = ActionSource(
      fileID: site.fileID, function: "send", line: site.line, info: "\(site.column)")
    let receipt = mishaps.during { store.dispatch(action, source: source) }
    guard let index = recorder.steps.firstIndex(where: { $0.source == source }) else {
      // The lack of a middleware was told when the store was made.
      if recorder.isTaken { Failure.ended(action).report(at: site) }
      return (receipt, nil)
    }
    let step = recorder.steps.remove(at: index)
    checkReplacement(before: step, at: site)
    return (receipt, step)
  }
}
