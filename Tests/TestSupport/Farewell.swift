// SPDX-License-Identifier: Apache-2.0

/// Does something when it is let go of.
public final class Farewell: Equatable, Sendable {
  private let work: @Sendable () -> Void

  /// Creates one.
  public init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// Two are equal if they are the same one.
  public static func == (one: Farewell, other: Farewell) -> Bool { one === other }

  deinit { work() }
}
