// SPDX-License-Identifier: Apache-2.0

/// The state of the counter.
public struct CounterState: Equatable, Codable, Sendable {
  /// The value of the counter.
  public var count: Int

  /// Creates a state.
  public init(count: Int = 0) {
    self.count = count
  }
}
