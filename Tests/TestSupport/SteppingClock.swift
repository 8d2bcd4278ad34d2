// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that advances by a millisecond at each read, and on which no task can sleep.
public final class SteppingClock: Clock, Sendable {
  /// A reading.
  public struct Instant: InstantProtocol {
    var offset: Duration

    /// A later reading.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time between two readings.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether one reading was earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let reads = Mutex(0)

  /// Creates a clock that was never read.
  public init() {}

  /// Nothing is too short for it.
  public var minimumResolution: Duration { .zero }

  /// The next millisecond.
  public var now: Instant {
    Instant(
      offset: .milliseconds(
        reads.withLock {
          $0 += 1
          return $0
        }))
  }

  /// Returns at once.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
