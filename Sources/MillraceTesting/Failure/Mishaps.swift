// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

/// Fails a test for what the library warns of: each once, at the line of the step that came last.
final class Mishaps: Sendable {
  private let contents: Mutex<(site: CallSite, told: Set<String>)>

  init(at site: CallSite) {
    contents = Mutex((site, []))
  }

  /// Notes where a step begins.
  func begin(_ site: CallSite) {
    contents.withLock { $0.site = site }
  }

  /// Does something whose warnings fail the test, as do those of all that it starts.
  @discardableResult
  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StoreWarnings.withHandler(handler, operation: body)
  }

  /// Hears of the warnings.
  var handler: @Sendable (String) -> Void {
    { text in
      let site = self.contents.withLock { $0.told.insert(text).inserted ? $0.site : nil }
      site?.fail(text)
    }
  }
}
