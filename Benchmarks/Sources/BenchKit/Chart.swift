// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line chart of times against a number of things, with logarithmic axes.
public struct Chart: Equatable, Sendable {
  /// One line of the chart.
  public struct Series: Equatable, Sendable {
    /// The name in the legend.
    public var name: String
    /// The times in nanoseconds, one for each element of `counts`.
    public var times: [Double]

    /// Creates a line.
    public init(name: String, times: [Double]) {
      self.name = name
      self.times = times
    }
  }

  /// The title of the chart.
  public var title: String
  /// The label of the horizontal axis.
  public var xLabel: String
  /// The label of the vertical axis.
  public var yLabel: String
  /// The numbers on the horizontal axis: optionally zero, then powers of ten, each ten times the
  /// one before.
  public var counts: [Int]
  /// The lines, at most three.
  ///
  /// The first one is emphasized.
  public var series: [Series]

  /// Creates a chart.
  public init(
    title: String, xLabel: String, yLabel: String, counts: [Int], series: [Series]
  ) {
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.counts = counts
    self.series = series
  }
}

/// A logarithmic scale in powers of ten.
struct DecadeScale: Equatable {
  /// The exponents at both ends.
  let low: Int
  let high: Int
  /// The positions at both ends.
  let start: Double
  let end: Double

  /// Creates a scale of whole decades that contains all values.
  init(of values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    low = Self.exponent(positive.min() ?? 1)
    high = max(low + 1, positive.max().map { -Self.exponent(1 / $0) } ?? low + 1)
    self.start = start
    self.end = end
  }

  /// Returns the position of a value.
  ///
  /// A value outside of the scale is at the nearest end.
  func position(of value: Double) -> Double {
    guard value > 0 else { return start }
    let share = (log10(value) - Double(low)) / Double(high - low)
    return start + (end - start) * min(max(share, 0), 1)
  }

  /// Returns the exponent of the largest power of ten that is not greater than the value.
  private static func exponent(_ value: Double) -> Int {
    Int((log10(value) + 1e-9).rounded(.down))
  }
}

/// Moves labels apart as little as possible, without changing their order.
///
/// - Parameters:
///   - positions: The preferred positions of the labels.
///   - gap: The minimum distance.
/// - Returns: The new positions, in the order of `positions`.
func spread(_ positions: [Double], gap: Double) -> [Double] {
  var result = positions
  let order = positions.indices.sorted { positions[$0] < positions[$1] }
  for (before, after) in zip(order, order.dropFirst()) where result[after] - result[before] < gap {
    result[after] = result[before] + gap
  }
  // So far labels moved only towards larger positions. Half of the largest shift is undone for all
  // labels, so that no label is far from its preferred position.
  let push = zip(result, positions).map { $0 - $1 }.max() ?? 0
  return result.map { $0 - push / 2 }
}

/// Returns a time in nanoseconds as text, in a suitable unit.
func timeText(_ nanoseconds: Double) -> String {
  let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
  for (size, unit) in units where nanoseconds >= size * 0.9995 {
    return "\(twoDigits(nanoseconds / size)) \(unit)"
  }
  return "\(twoDigits(nanoseconds)) ns"
}

private func twoDigits(_ value: Double) -> String {
  value.decimal(value < 9.95 ? 1 : 0) ?? "?"
}
