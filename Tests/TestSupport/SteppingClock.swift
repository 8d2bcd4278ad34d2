// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that advances by a millisecond at each read, and on which each sleep ends at once.
public final class SteppingClock: Clock, Sendable {
  /// A point in time.
  public struct Instant: InstantProtocol {
    var offset: Duration

    /// The point in time after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The duration to another point in time.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first point in time is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let reads = Mutex(0)

  /// Creates a clock that was never read.
  public init() {}

  /// The resolution, which is zero.
  public var minimumResolution: Duration { .zero }

  /// The current time, one millisecond after that of the previous read.
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
