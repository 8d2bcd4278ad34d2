// SPDX-License-Identifier: Apache-2.0

extension Step {
  /// Receives the next action from an effect, which the reducer rejects with
  /// this error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: The error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
      work: .receiveRejected(.equal(to: action), .equal(to: error), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which the reducer rejects with
  /// an error of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of the error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
      work: .receiveRejected(.equal(to: action), .of(type), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must satisfy a condition and be rejected
  /// with this error.
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - error: The error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
      work: .receiveRejected(.satisfying(isExpected), .equal(to: error), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must satisfy a condition and be rejected
  /// with an error of this type.
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - type: The type of the error that the reducer throws.
  ///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
      work: .receiveRejected(.satisfying(isExpected), .of(type), timeout: timeout),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Receives the next action from an effect, which the reducer rejects with
/// this error.
///
/// - Parameters:
///   - action: The action.
///   - error: The error that the reducer throws.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
/// Receives the next action from an effect, which the reducer rejects with
/// an error of this type.
///
/// - Parameters:
///   - action: The action.
///   - type: The type of the error that the reducer throws.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
/// Receives the next action from an effect, which must satisfy a condition and be rejected
/// with this error.
///
/// - Parameters:
///   - isExpected: Returns true for the expected action.
///   - error: The error that the reducer throws.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
/// Receives the next action from an effect, which must satisfy a condition and be rejected
/// with an error of this type.
///
/// - Parameters:
///   - isExpected: Returns true for the expected action.
///   - type: The type of the error that the reducer throws.
///   - timeout: The maximum real time to wait for an effect that does not use the clock.
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
