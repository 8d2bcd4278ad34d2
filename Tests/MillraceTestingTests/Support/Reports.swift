// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import Synchronization

/// Collects the issues that would make a test fail.
final class Reports: IssueReporter {
  struct Report: Equatable {
    var text: String
    var fileID: String
    var line: UInt
    var isWarning = false
  }

  private let contents = Mutex<[Report]>([])

  var all: [Report] { contents.withLock { $0 } }
  var texts: [String] { all.map(\.text) }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let report = Report(
      text: message() ?? "", fileID: "\(fileID)", line: line, isWarning: severity == .warning)
    contents.withLock { $0.append(report) }
  }

  /// The issues that a part of a test reports.
  @MainActor
  static func of(_ body: @MainActor () async throws -> Void) async rethrows -> Reports {
    let reports = Reports()
    try await withIssueReporters([reports]) { try await body() }
    return reports
  }
}
