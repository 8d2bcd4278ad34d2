// SPDX-License-Identifier: Apache-2.0

/// How long to wait before a program that has ended is started again.
///
/// A program that ends soon after its start, again and again, is started after ever longer pauses,
/// and then no more.
///
/// ```swift
/// var pause = RestartPause()
/// pause.next(afterRunOf: .milliseconds(5))  // 300 ms
/// pause.next(afterRunOf: .milliseconds(5))  // 600 ms
/// ```
public struct RestartPause: Equatable, Sendable {
  /// The first pause; each that follows is twice as long.
  public static let first = Duration.milliseconds(300)
  /// The longest pause.
  public static let longest = Duration.seconds(30)
  /// After a run as long as this the first pause is taken again.
  public static let steady = Duration.seconds(10)
  /// How often in a row a program is started that ends soon.
  public static let limit = 10

  private var count = 0

  /// Begins with a program that has not ended yet.
  public init() {}

  /// The pause before the next start.
  ///
  /// - Parameter run: How long the program has run.
  /// - Returns: The pause; nil if it is not to be started again.
  public mutating func next(afterRunOf run: Duration) -> Duration? {
    if run >= Self.steady { count = 0 }
    guard count < Self.limit else { return nil }
    count += 1
    return min(Self.first * (1 << (count - 1)), Self.longest)
  }
}
