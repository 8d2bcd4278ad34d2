// SPDX-License-Identifier: Apache-2.0

import IssueReporting

/// The line of a test that a failure belongs to.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the running test, under Swift Testing and under XCTest.
  func fail(_ text: String) {
    reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
