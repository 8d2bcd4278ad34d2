// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import Synchronization

/// Fails a test when a view reports a fault or a store reports a warning: once per text, at the
/// site of the last step.
final class FaultReporter: Sendable {
  private let contents: Mutex<(site: TestSite, reported: Set<String>)>

  init(at site: TestSite) {
    contents = Mutex((site, []))
  }

  /// Sets the site of the step that begins.
  func begin(_ site: TestSite) {
    contents.withLock { $0.site = site }
  }

  /// Runs code in which warnings of stores fail the test.
  @discardableResult
  func during<Result>(_ body: () -> Result) -> Result {
    StoreWarnings.withHandler({ self.report($0) }, operation: body)
  }

  /// Reports a fault of a view.
  ///
  /// A fault that is only a hint about cost is printed to the console.
  func report(_ fault: ViewFault) {
    if case .idleBodies = fault { print("MillraceViews: \(fault)") } else { report("\(fault)") }
  }

  func report(_ text: String) {
    let site = contents.withLock { $0.reported.insert(text).inserted ? $0.site : nil }
    site?.fail(text)
  }
}
