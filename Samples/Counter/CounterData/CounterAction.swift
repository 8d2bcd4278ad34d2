// SPDX-License-Identifier: Apache-2.0

/// The actions on the counter.
public enum CounterAction: Equatable, Codable, Sendable {
  /// Adds one.
  case increment
  /// Subtracts one.
  case decrement
}
