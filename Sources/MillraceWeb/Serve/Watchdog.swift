// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Synchronization

/// Says in the log when the main actor has been held for too long, while it still is.
///
/// A thread of its own asks the main actor for a sign of life; a view whose body does not end, or a
/// reducer that waits for a disk, holds up every page.
final class Watchdog: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let answered = Atomic<Int>(0)

  /// Starts to watch; an answer that takes longer than `limit` is logged, once each time.
  init(limit: Duration, log: WebLog) {
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    Thread.detachNewThread { [self] in
      var asked = 0
      while !isOver.load(ordering: .relaxed) {
        asked += 1
        let question = asked
        Task { @MainActor in answered.store(question, ordering: .relaxed) }
        Thread.sleep(forTimeInterval: seconds)
        guard answered.load(ordering: .relaxed) < question, !isOver.load(ordering: .relaxed) else {
          continue
        }
        let view = ViewActivity.current.map { " by \($0)" } ?? ""
        log("the main actor has been held for \(seconds) s\(view); all pages wait", level: .error)
        while answered.load(ordering: .relaxed) < question, !isOver.load(ordering: .relaxed) {
          Thread.sleep(forTimeInterval: seconds / 4)
        }
        log("the main actor goes on", level: .notice)
      }
    }
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}
