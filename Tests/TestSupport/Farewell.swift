// SPDX-License-Identifier: Apache-2.0

/// Calls a closure when it is released.
public final class Farewell: Equatable, Sendable {
  private let work: @Sendable () -> Void

  /// Creates an object that calls the closure.
  public init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// Two objects are equal if they are identical.
  public static func == (one: Farewell, other: Farewell) -> Bool { one === other }

  deinit { work() }
}
