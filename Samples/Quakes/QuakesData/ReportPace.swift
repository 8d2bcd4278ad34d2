// SPDX-License-Identifier: Apache-2.0

/// Decides when the progress of a transfer is told: after a hundredth of the file, and where that
/// takes long after a second.
///
/// So a transfer that is slow is told as one that goes on.
struct ReportPace {
  /// The longest time between two reports, as long as something comes.
  static let longest = Duration.seconds(1)

  private var told = 0
  private var time: ContinuousClock.Instant

  /// Begins with a transfer of which nothing has come.
  init(at start: ContinuousClock.Instant) {
    time = start
  }

  /// Whether it is time for a report of the bytes that have come; then it counts as told.
  ///
  /// - Parameters:
  ///   - received: The bytes that have come.
  ///   - total: The bytes of the whole file, if that is known.
  ///   - now: The time.
  /// - Returns: Whether to tell of them.
  mutating func isDue(
    received: Int, of total: Int?, at now: ContinuousClock.Instant
  ) -> Bool {
    let step = max((total ?? 1 << 20) / 100, 1)
    guard received - told >= step || (received > told && now - time >= Self.longest) else {
      return false
    }
    (told, time) = (received, now)
    return true
  }
}
