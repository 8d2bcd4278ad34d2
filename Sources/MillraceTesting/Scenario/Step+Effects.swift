// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Runs effects while the state requires them; see
  /// ``TestStore/run(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - effects: The effects and their conditions.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func run(
    _ effects: StateEffects<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .stateEffects(effects),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Starts an effect without an action; see
  /// ``TestStore/addEffect(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func addEffect(
    _ effect: Effect<Action>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .effect(effect),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
