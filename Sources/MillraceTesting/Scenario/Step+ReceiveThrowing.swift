// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Takes the next action that came from an effect, which the reducer refuses with
  /// this error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: What the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func receive(
    _ action: Action, throws error: some Error & Equatable,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step where Action: Equatable {
    Step(
      work: .receiveThrowing(.equal(to: action), .equal(to: error), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which the reducer refuses with
  /// an error of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of what the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func receive(
    _ action: Action, throws type: (some Error).Type,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step where Action: Equatable {
    Step(
      work: .receiveThrowing(.equal(to: action), .of(type), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must satisfy a condition and be refused
  /// with this error.
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - error: What the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func receive(
    where isExpected: @escaping (Action) -> Bool, throws error: some Error & Equatable,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .receiveThrowing(.satisfying(isExpected), .equal(to: error), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must satisfy a condition and be refused
  /// with an error of this type.
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - type: The type of what the reducer throws.
  ///   - timeout: How long to wait in real time for an effect that works outside of the clock.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func receive(
    where isExpected: @escaping (Action) -> Bool, throws type: (some Error).Type,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .receiveThrowing(.satisfying(isExpected), .of(type), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the next action that came from an effect, which the reducer refuses with
/// this error.
///
/// - Parameters:
///   - action: The action.
///   - error: What the reducer throws.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Receive<State: Sendable, Action: Sendable>(
  _ action: Action, throws error: some Error & Equatable,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> where Action: Equatable {
  .receive(
    action, throws: error, timeout: timeout, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the next action that came from an effect, which the reducer refuses with
/// an error of this type.
///
/// - Parameters:
///   - action: The action.
///   - type: The type of what the reducer throws.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Receive<State: Sendable, Action: Sendable>(
  _ action: Action, throws type: (some Error).Type,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> where Action: Equatable {
  .receive(
    action, throws: type, timeout: timeout, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the next action that came from an effect, which must satisfy a condition and be refused
/// with this error.
///
/// - Parameters:
///   - isExpected: The condition.
///   - error: What the reducer throws.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Receive<State: Sendable, Action: Sendable>(
  where isExpected: @escaping (Action) -> Bool, throws error: some Error & Equatable,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> {
  .receive(
    where: isExpected, throws: error, timeout: timeout, fileID: fileID, filePath: filePath,
    line: line, column: column)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the next action that came from an effect, which must satisfy a condition and be refused
/// with an error of this type.
///
/// - Parameters:
///   - isExpected: The condition.
///   - type: The type of what the reducer throws.
///   - timeout: How long to wait in real time for an effect that works outside of the clock.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Receive<State: Sendable, Action: Sendable>(
  where isExpected: @escaping (Action) -> Bool, throws type: (some Error).Type,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> {
  .receive(
    where: isExpected, throws: type, timeout: timeout, fileID: fileID, filePath: filePath,
    line: line, column: column)
}
