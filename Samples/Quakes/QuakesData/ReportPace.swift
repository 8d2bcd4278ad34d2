// SPDX-License-Identifier: Apache-2.0

/// Decides when the progress of a transfer is reported: after each hundredth of the file, or after
/// a second if that is earlier.
///
/// So the progress of a slow transfer is reported too, and the transfer does not time out.
struct ReportPace {
  /// The maximum time between two reports while data arrives.
  static let longest = Duration.seconds(1)

  private var reported = 0
  private var time: ContinuousClock.Instant

  /// Creates the pace of a transfer that starts now.
  init(at start: ContinuousClock.Instant) {
    time = start
  }

  /// Whether a report is due.
  ///
  /// If it is, this call counts as the report: the next one is due after another step or second.
  ///
  /// - Parameters:
  ///   - received: The number of bytes that have arrived.
  ///   - total: The number of bytes of the whole file. If it is nil, a report is due after each
  ///     hundredth of a megabyte.
  ///   - now: The current time.
  /// - Returns: True if a report is due.
  mutating func isDue(
    received: Int, of total: Int?, at now: ContinuousClock.Instant
  ) -> Bool {
    let step = max((total ?? 1 << 20) / 100, 1)
    guard received - reported >= step || (received > reported && now - time >= Self.longest) else {
      return false
    }
    (reported, time) = (received, now)
    return true
  }
}
