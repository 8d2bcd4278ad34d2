// SPDX-License-Identifier: Apache-2.0

// The signatures that MillraceTesting uses.
public enum IssueSeverity: Sendable { case warning, error }
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) { fatalError() }
public protocol IssueReporter: Sendable {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt)
  func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt)
}
extension IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) { fatalError() }
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) { fatalError() }
}
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter], operation: () throws -> R
) rethrows -> R { fatalError() }
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter], isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R { fatalError() }
