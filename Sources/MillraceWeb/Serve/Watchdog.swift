// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Synchronization

/// Logs that the main actor is blocked, while it is still blocked.
///
/// A view whose body does not return, or a reducer that waits for a disk, blocks all pages. A
/// separate thread repeatedly starts a task on the main actor and checks if the task has run.
final class Watchdog: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let answered = Atomic<Int>(0)

  /// Starts the thread, which checks the main actor after each `limit`.
  ///
  /// A block of at least twice `limit` is always reported, and a block of less than `limit` never.
  /// The log gets one line while the main actor is blocked, and another one at the end.
  init(limit: Duration, log: WebLog) {
    let seconds = Self.pause(for: limit)
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
        log(
          "the main actor has been blocked for \(seconds) s\(view); all pages wait", level: .error)
        while answered.load(ordering: .relaxed) < question, !isOver.load(ordering: .relaxed) {
          Thread.sleep(forTimeInterval: seconds / 4)
        }
        if isOver.load(ordering: .relaxed) { break }
        log("the main actor is no longer blocked", level: .notice)
      }
    }
  }

  /// The number of seconds between two questions; at least a hundredth, because the thread would
  /// otherwise use a whole processor.
  static func pause(for limit: Duration) -> Double {
    let (seconds, attoseconds) = max(limit, .milliseconds(10)).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Ends the thread; if the main actor is blocked, the log gets no line about its end.
  func stop() { isOver.store(true, ordering: .relaxed) }
}
