// SPDX-License-Identifier: Apache-2.0

extension Step {
  /// Sends an action; see `TestStore.send`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  /// - Returns: The step.
  public static func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step {
    Step(
      work: .send(action, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action that the reducer rejects with this error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: The error that the reducer throws.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func send(
    _ action: Action, throws error: some Error & Equatable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .sendRejected(action, .equal(to: error)),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action that the reducer rejects with an error of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of the error that the reducer throws.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func send(
    _ action: Action, throws type: (some Error).Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .sendRejected(action, .of(type)),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sends an action: `Send(.add(2)).expect { $0.count = 2 }`.
///
/// `Send` is also the name of Millrace's type with which effects send actions. A call with an
/// action is this function; a call with a closure creates a value of that type.
///
/// - Parameters:
///   - action: The action.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step; call `expect` on it if the state changes.
public func Send<State: Sendable, Action: Sendable>(
  _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> {
  ActionStep(
    step: .send(action, fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sends an action that the reducer rejects with this error.
///
/// - Parameters:
///   - action: The action.
///   - error: The error that the reducer throws.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Send<State: Sendable, Action: Sendable>(
  _ action: Action, throws error: some Error & Equatable, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> {
  .send(action, throws: error, fileID: fileID, filePath: filePath, line: line, column: column)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sends an action that the reducer rejects with an error of this type.
///
/// - Parameters:
///   - action: The action.
///   - type: The type of the error that the reducer throws.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Send<State: Sendable, Action: Sendable>(
  _ action: Action, throws type: (some Error).Type, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Step<State, Action> {
  .send(action, throws: type, fileID: fileID, filePath: filePath, line: line, column: column)
}
