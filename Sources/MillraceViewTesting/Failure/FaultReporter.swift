// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceViews

/// Fails a test when a view reports a fault or a store reports a warning: once per text, at the
/// site of the last step.
final class FaultReporter: Sendable {
  /// The lock of `site` and `reported`.
  ///
  /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
  /// reports a race.
  private let lock = NSLock()
  // Sound: both are used only under the lock, except in the initializer.
  private nonisolated(unsafe) var site: TestSite
  private nonisolated(unsafe) var reported: Set<String> = []

  init(at site: TestSite) {
    self.site = site
  }

  /// Sets the site of the step that begins.
  func begin(_ site: TestSite) {
    lock.withLock { self.site = site }
  }

  /// Runs code in which warnings of stores fail the test.
  @discardableResult
  func during<Result>(_ body: () -> Result) -> Result {
    StoreWarnings.withHandler({ self.report($0) }, operation: body)
  }

  /// Reports a fault of a view.
  ///
  /// A fault that is only a hint about cost is written to standard error.
  func report(_ fault: ViewFault) {
    if case .idleBodies = fault {
      let line = Data("MillraceViews: \(fault)\n".utf8)
      try? FileHandle.standardError.write(contentsOf: line)
    } else {
      report("\(fault)")
    }
  }

  func report(_ text: String) {
    let site = lock.withLock { reported.insert(text).inserted ? self.site : nil }
    site?.fail(text)
  }
}
