// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Receives the next action from an effect.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The step.
  public static func receive(
    _ action: Action, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step where Action: Equatable {
    Step(
      work: .receive(.equal(to: action), timeout: timeout, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must have this case.
  ///
  /// - Parameters:
  ///   - path: The path of the case.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The step.
  public static func receive<Value>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step where Action: CasePathable {
    Step(
      work: .receive(.of(path), timeout: timeout, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must have this case and this associated
  /// value.
  ///
  /// - Parameters:
  ///   - path: The path of the case.
  ///   - value: The associated value of the case.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The step.
  public static func receive<Value: Equatable>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, _ value: Value,
    timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step where Action: CasePathable {
    Step(
      work: .receive(.of(path, value), timeout: timeout, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must satisfy a condition.
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The step.
  public static func receive(
    where isExpected: @escaping (Action) -> Bool, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step {
    Step(
      work: .receive(.satisfying(isExpected), timeout: timeout, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Receives the next action from an effect.
///
/// - Parameters:
///   - action: The action.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step; call `expect` on it if the state changes.
public func Receive<State: Sendable, Action: Sendable>(
  _ action: Action, timeout: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> where Action: Equatable {
  ActionStep(
    step: .receive(
      action, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Receives the next action from an effect, which must have this case.
///
/// - Parameters:
///   - path: The path of the case.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step; call `expect` on it if the state changes.
public func Receive<State: Sendable, Action: Sendable, Value>(
  _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, timeout: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> where Action: CasePathable {
  ActionStep(
    step: .receive(
      path, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Receives the next action from an effect, which must have this case and this associated
/// value.
///
/// - Parameters:
///   - path: The path of the case.
///   - value: The associated value of the case.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step; call `expect` on it if the state changes.
public func Receive<State: Sendable, Action: Sendable, Value: Equatable>(
  _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, _ value: Value,
  timeout: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> where Action: CasePathable {
  ActionStep(
    step: .receive(
      path, value, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Receives the next action from an effect, which must satisfy a condition.
///
/// - Parameters:
///   - isExpected: Returns true for the expected action.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step; call `expect` on it if the state changes.
public func Receive<State: Sendable, Action: Sendable>(
  where isExpected: @escaping (Action) -> Bool, timeout: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> {
  ActionStep(
    step: .receive(
      where: isExpected, timeout: timeout, fileID: fileID, filePath: filePath, line: line,
      column: column))
}
