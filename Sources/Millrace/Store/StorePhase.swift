// SPDX-License-Identifier: Apache-2.0

/// Where a store is on the way of one action through the loop, in the order of the loop.
public enum StorePhase: UInt8, CaseIterable, Comparable, Codable, Sendable {
  /// Nothing runs; the next dispatch runs at once.
  case idle
  /// Middleware looks at the action and the state before.
  case handling
  /// The reducer changes the state.
  case reducing
  /// Selections are brought up to date.
  case selecting
  /// Observers are called.
  case notifying
  /// IO runs and effects start.
  case effects

  /// Compares two phases by their place in the loop.
  @inlinable
  public static func < (lhs: StorePhase, rhs: StorePhase) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
