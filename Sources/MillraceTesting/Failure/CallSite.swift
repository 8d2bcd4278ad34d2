// SPDX-License-Identifier: Apache-2.0

import IssueReporting

/// The source location at which a failure is reported.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the running test, in Swift Testing and in XCTest.
  func fail(_ text: String) {
    reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
