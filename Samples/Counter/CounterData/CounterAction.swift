// SPDX-License-Identifier: Apache-2.0

/// What can happen to the counter.
public enum CounterAction: Equatable, Codable, Sendable {
  /// One more.
  case increment
  /// One less.
  case decrement
}
