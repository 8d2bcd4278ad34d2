// SPDX-License-Identifier: Apache-2.0

extension Step {
  /// Lets time pass on the clock, deadline by deadline; see
  /// ``TestStore/advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - duration: The amount of time.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .advance(duration),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Lets time pass until no task sleeps on the clock; see `TestStore.run`.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  /// - Returns: The step.
  public static func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Step {
    Step(
      work: .run,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Lets time pass on the clock: `Advance(by: .seconds(5))`.
///
/// - Parameters:
///   - duration: The amount of time.
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
/// - Returns: The step.
public func Advance<State: Sendable, Action: Sendable>(
  by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Step<State, Action> {
  .advance(by: duration, fileID: fileID, filePath: filePath, line: line, column: column)
}
