// SPDX-License-Identifier: Apache-2.0

/// What was measured of one operation.
public struct Row: Equatable, Sendable {
  /// The short name, as `S2.n100`.
  public var name: String
  /// The operation in words.
  public var operation: String
  /// The median.
  public var value: Double
  /// What the value counts: `ns` or `B`.
  public var unit: String
  /// How many times the baseline of the same run this is.
  public var ratio: Double
  /// How many times our own simpler case of the same run this is, if there is one.
  public var growth: Double?
  /// Objects allocated per operation, where they are counted.
  public var allocations: Double?
  /// Copies of the state per operation, where the scenario counts them.
  public var copies: Double?

  /// Creates a row.
  public init(
    name: String, operation: String, value: Double, unit: String, ratio: Double,
    growth: Double? = nil, allocations: Double? = nil, copies: Double? = nil
  ) {
    self.name = name
    self.operation = operation
    self.value = value
    self.unit = unit
    self.ratio = ratio
    self.growth = growth
    self.allocations = allocations
    self.copies = copies
  }
}
