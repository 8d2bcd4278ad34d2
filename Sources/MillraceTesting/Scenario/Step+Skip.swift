// SPDX-License-Identifier: Apache-2.0

extension Step {
  /// Skips the actions that have arrived and were not received.
  ///
  /// - Parameters:
  ///   - strict: True if the step fails when there is nothing to skip.
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

  /// Cancels the running effects that must have ended at `finish()`.
  ///
  /// - Parameters:
  ///   - strict: True if the step fails when there is nothing to skip.
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

  /// Sets the exhaustivity for the steps after this step.
  ///
  /// - Parameters:
  ///   - exhaustivity: Whether these steps must describe everything that happens.
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
