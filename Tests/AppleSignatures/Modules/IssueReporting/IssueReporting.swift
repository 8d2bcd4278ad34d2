// SPDX-License-Identifier: Apache-2.0

// Signatures only, of what MillraceTesting uses.
public enum IssueSeverity: Sendable { case warning, error }
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) { fatalError() }
