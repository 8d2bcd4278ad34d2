// SPDX-License-Identifier: Apache-2.0

/// The pause before a program that has ended is started again.
///
/// If the program ends shortly after each start, the pauses grow. After short runs the program is
/// started again at most ``limit`` times in a row.
///
/// ```swift
/// var pause = RestartPause()
/// pause.next(afterRunOf: .milliseconds(5))  // 300 ms
/// pause.next(afterRunOf: .milliseconds(5))  // 600 ms
/// ```
public struct RestartPause: Equatable, Sendable {
  /// The first pause.
  ///
  /// Each following pause is twice as long.
  public static let first = Duration.milliseconds(300)
  /// The maximum pause.
  public static let longest = Duration.seconds(30)
  /// After a run of this length or more, the next pause is the first one again.
  public static let steady = Duration.seconds(10)
  /// The maximum number of restarts in a row after short runs.
  public static let limit = 10

  private var count = 0

  /// Creates the state of a program that has not ended yet.
  public init() {}

  /// Returns the pause before the next start.
  ///
  /// - Parameter run: The duration of the run that has ended.
  /// - Returns: The pause, or nil if the program must not be started again.
  public mutating func next(afterRunOf run: Duration) -> Duration? {
    if run >= Self.steady { count = 0 }
    guard count < Self.limit else { return nil }
    count += 1
    return min(Self.first * (1 << (count - 1)), Self.longest)
  }
}
