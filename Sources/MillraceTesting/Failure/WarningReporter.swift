// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Fails a test when the library reports a warning: once per warning, at the site of the last step.
final class WarningReporter: Sendable {
  private let contents: Guarded<(site: CallSite, reported: Set<String>)>

  init(at site: CallSite) {
    contents = Guarded((site, []))
  }

  /// The site of the last step, or of the creation of the test store before the first step.
  var site: CallSite { contents.withLock { $0.site } }

  /// Sets the site of the step that begins.
  func begin(_ site: CallSite) {
    contents.withLock { $0.site = site }
  }

  /// Runs code whose warnings fail the test, including the warnings of tasks that the code starts.
  @discardableResult
  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StoreWarnings.withHandler(handler, operation: body)
  }

  /// The handler of the warnings.
  var handler: @Sendable (String) -> Void {
    { text in
      let site = self.contents.withLock { $0.reported.insert(text).inserted ? $0.site : nil }
      site?.fail(text)
    }
  }
}
