// SPDX-License-Identifier: Apache-2.0

extension TestStore {
  /// Receives the next action from an effect, which the reducer rejects with this error.
  ///
  /// ```swift
  /// await store.send(.payLater)
  /// await store.advance(by: .seconds(60))
  /// await store.receive(.pay(100), throws: Overdrawn(by: 20))
  /// ```
  ///
  /// A rejected action does not change the state. The step fails if the action is committed or if
  /// the reducer throws a different error. As `receive` without `throws:`, it also fails if a
  /// different action or no action arrives. With exhaustivity off, the actions before the expected
  /// action are skipped.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: The error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock.
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

  /// Receives the next action from an effect, which the reducer rejects with an error
  /// of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of the error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock.
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

  /// Receives the next action from an effect, which must satisfy a condition and be rejected
  /// with this error.
  ///
  /// Use it also for a case of actions that are not `Equatable`:
  ///
  /// ```swift
  /// await store.receive(where: { $0.is(\.pay) }, throws: Overdrawn(by: 20))
  /// ```
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - error: The error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock.
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

  /// Receives the next action from an effect, which must satisfy a condition and be rejected
  /// with an error of this type.
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - type: The type of the error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock.
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
