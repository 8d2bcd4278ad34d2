// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Step {
  /// Forgets the actions that have come and were not received.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails if there are none.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .skipReceivedActions(strict: strict),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects that actions have started and that still run.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails if there are none.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func skipInFlightEffects(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .skipInFlightEffects(strict: strict),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Says how much the steps after it have to tell.
  ///
  /// - Parameters:
  ///   - exhaustivity: How much.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func exhaustivity(
    _ exhaustivity: Exhaustivity, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .exhaustivity(exhaustivity),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
