// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import Synchronization

/// Fails a test for what goes wrong on its page by itself, faults of views and warnings of stores:
/// each once, at the line that came last.
final class Mishaps: Sendable {
  private let contents: Mutex<(site: TestSite, told: Set<String>)>

  init(at site: TestSite) {
    contents = Mutex((site, []))
  }

  /// Notes which line of the test comes now.
  func begin(_ site: TestSite) {
    contents.withLock { $0.site = site }
  }

  /// Does something that the line has asked for.
  @discardableResult
  func during<Result>(_ body: () -> Result) -> Result {
    StoreWarnings.withHandler({ self.report($0) }, operation: body)
  }

  /// Tells of a fault of a view; one that is a hint about cost goes to the console.
  func report(_ fault: ViewFault) {
    if case .idleBodies = fault { print("MillraceViews: \(fault)") } else { report("\(fault)") }
  }

  func report(_ text: String) {
    let site = contents.withLock { $0.told.insert(text).inserted ? $0.site : nil }
    site?.fail(text)
  }
}
