// SPDX-License-Identifier: Apache-2.0

/// The results of measuring one operation.
public struct Row: Equatable, Sendable {
  /// The short name, such as `S2.n100`.
  public var name: String
  /// The description of the operation.
  public var operation: String
  /// The median of the measurements.
  public var value: Double
  /// The unit of the value, such as `ns` or `B`.
  public var unit: String
  /// The ratio to the baseline in the same run.
  public var ratio: Double
  /// The ratio to a simpler case of our own code in the same run, or nil if there is none.
  public var growth: Double?
  /// The number of allocated objects per operation, or nil if they are not counted.
  public var allocations: Double?
  /// The number of copies of the state per operation, or nil if they are not counted.
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
