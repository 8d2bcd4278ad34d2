// SPDX-License-Identifier: Apache-2.0

/// Does something when it is let go of.
public final class Farewell: Sendable {
  private let work: @Sendable () -> Void

  /// Creates one.
  public init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  deinit { work() }
}
