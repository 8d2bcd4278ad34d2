// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Takes the next action that came from an effect.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
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

  /// Takes the next action that came from an effect, which must be a certain case.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
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

  /// Takes the next action that came from an effect, which must be a certain case with a certain
  /// value.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - value: What it carries.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
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

  /// Takes the next action that came from an effect, which must satisfy a condition.
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
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
/// Takes the next action that came from an effect.
///
/// - Parameters:
///   - action: The action.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step, which `expect` completes if the state changes.
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
/// Takes the next action that came from an effect, which must be a certain case.
///
/// - Parameters:
///   - path: The case.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step, which `expect` completes if the state changes.
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
/// Takes the next action that came from an effect, which must be a certain case with a certain
/// value.
///
/// - Parameters:
///   - path: The case.
///   - value: What it carries.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step, which `expect` completes if the state changes.
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
/// Takes the next action that came from an effect, which must satisfy a condition.
///
/// - Parameters:
///   - isExpected: The condition.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step, which `expect` completes if the state changes.
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
