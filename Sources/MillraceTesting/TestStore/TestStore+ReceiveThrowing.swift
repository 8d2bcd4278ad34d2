// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Takes the next action that came from an effect, which the reducer refuses with this error.
  ///
  /// ```swift
  /// await store.send(.payLater)
  /// await store.advance(by: .seconds(60))
  /// await store.receive(.pay(100), throws: Overdrawn(by: 20))
  /// ```
  ///
  /// The state must not change: a refused action leaves it as it is. The step fails if the reducer
  /// commits the action or throws something else, and, as `receive` without `throws:`, if another
  /// action comes or none. Where not all is told, actions before the expected one are skipped.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: What the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func receive(
    _ action: Action, throws error: any Error & Equatable,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      .equal(to: action), throws: .equal(to: error), timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which the reducer refuses with an error
  /// of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of what the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func receive(
    _ action: Action, throws type: (some Error).Type,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      .equal(to: action), throws: .of(type), timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must satisfy a condition and be refused
  /// with this error.
  ///
  /// It is also the way to tell of a certain case of actions that are not `Equatable`:
  ///
  /// ```swift
  /// await store.receive(where: { $0.is(\.pay) }, throws: Overdrawn(by: 20))
  /// ```
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - error: What the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func receive(
    where isExpected: @escaping (Action) -> Bool, throws error: any Error & Equatable,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      .satisfying(isExpected), throws: .equal(to: error), timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must satisfy a condition and be refused
  /// with an error of this type.
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - type: The type of what the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func receive(
    where isExpected: @escaping (Action) -> Bool, throws type: (some Error).Type,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      .satisfying(isExpected), throws: .of(type), timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
