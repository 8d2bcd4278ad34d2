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

  /// Does something that a line of the test, or the last one, has asked for.
  @discardableResult
  func during<Result>(_ site: TestSite? = nil, _ body: () -> Result) -> Result {
    if let site { contents.withLock { $0.site = site } }
    return StoreWarnings.withHandler({ self.report($0) }, operation: body)
  }

  func report(_ text: String) {
    let site = contents.withLock { $0.told.insert(text).inserted ? $0.site : nil }
    site?.fail(text)
  }
}
