// SPDX-License-Identifier: Apache-2.0

extension Step {
  /// Runs code of the test between two steps, for example to control a fake dependency.
  ///
  /// The code runs when the effects of the previous steps are idle. An error fails the test at the
  /// line of the step, and the scenario continues.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - body: The code to run, on the main actor.
  /// - Returns: The step.
  public static func sideEffect(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @escaping @MainActor () async throws -> Void
  ) -> Step {
    Step(
      work: .sideEffect(body),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Runs code of the test between two steps, for example to control a fake dependency.
///
/// The code runs when the effects of the previous steps are idle. An error fails the test at the
/// line of the step, and the scenario continues.
///
/// ```swift
/// Send(.save).expect { $0.isSaving = true }
/// SideEffect { #expect(server.calls == ["save"]) }
/// SideEffect { server.answer(.ok) }
/// Receive(\.saved).expect { $0.isSaving = false }
/// ```
///
/// - Parameters:
///   - fileID: The file of the step.
///   - filePath: The path of that file.
///   - line: The line of the step.
///   - column: The column of the step.
///   - body: The code to run, on the main actor.
/// - Returns: The step.
public func SideEffect<State: Sendable, Action: Sendable>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: @escaping @MainActor () async throws -> Void
) -> Step<State, Action> {
  .sideEffect(fileID: fileID, filePath: filePath, line: line, column: column, body)
}
