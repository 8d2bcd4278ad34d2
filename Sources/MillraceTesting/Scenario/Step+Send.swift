// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Sends an action; see `TestStore.send`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  /// - Returns: The step.
  public static func send(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) -> Step {
    Step(
      work: .send(action, change: change),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action that the reducer refuses with this error.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: What the reducer throws.
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
      work: .sendThrowing(action, .equal(to: error)),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action that the reducer refuses with an error of this type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: The type of what the reducer throws.
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
      work: .sendThrowing(action, .of(type)),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sends an action: `Send(.add(2)).expect { $0.count = 2 }`.
///
/// In expressions the name stands for this step; where a type is meant, it is the one that effects
/// send with.
///
/// - Parameters:
///   - action: The action.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step, which `expect` completes if the state changes.
public func Send<State: Sendable, Action: Sendable>(
  _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ActionStep<State, Action> {
  ActionStep(
    step: .send(action, fileID: fileID, filePath: filePath, line: line, column: column))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sends an action that the reducer refuses with this error.
///
/// - Parameters:
///   - action: The action.
///   - error: What the reducer throws.
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
/// Sends an action that the reducer refuses with an error of this type.
///
/// - Parameters:
///   - action: The action.
///   - type: The type of what the reducer throws.
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
