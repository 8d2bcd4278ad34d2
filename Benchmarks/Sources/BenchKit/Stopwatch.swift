// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The clocks for measurements.
public enum Stopwatch: Sendable {
  /// The processor time of this process. Other processes do not affect it directly.
  case processor
  /// The processor time of the current thread. It is the time of the main actor if the main actor
  /// always runs on one thread. On Linux this is true while the main run loop runs.
  case thread
  /// The elapsed time, for work that waits.
  case wall

  /// Returns the nanoseconds since a fixed moment in the past.
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
