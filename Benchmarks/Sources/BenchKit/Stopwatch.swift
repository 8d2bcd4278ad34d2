// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What time is measured by.
public enum Stopwatch: Sendable {
  /// The processor time of this process: what others run meanwhile does not count.
  case processor
  /// The processor time of this thread: what the main actor costs, where that is one thread. On
  /// Linux it is if the main run loop runs.
  case thread
  /// The time on the wall, for work that waits.
  case wall

  /// Nanoseconds since some moment in the past.
  public func now() -> UInt64 {
    var time = timespec()
    switch self {
    case .processor: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    case .thread: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
