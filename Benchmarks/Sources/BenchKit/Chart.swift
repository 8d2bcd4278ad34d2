// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times over a number of things, on logarithmic axes, as lines.
public struct Chart: Equatable, Sendable {
  /// One line.
  public struct Series: Equatable, Sendable {
    /// What the legend calls it.
    public var name: String
    /// Nanoseconds, one for each number.
    public var times: [Double]

    /// Creates a line.
    public init(name: String, times: [Double]) {
      self.name = name
      self.times = times
    }
  }

  /// What it shows.
  public var title: String
  /// What is counted along the horizontal axis.
  public var xLabel: String
  /// What is measured along the vertical axis.
  public var yLabel: String
  /// The numbers: zero if you like, then each ten times the one before.
  public var counts: [Int]
  /// The lines, at most three; the first one stands out.
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

/// Powers of ten along a line.
struct DecadeScale: Equatable {
  /// The exponents at both ends.
  let low: Int
  let high: Int
  /// The positions at both ends.
  let start: Double
  let end: Double

  /// The scale that shows all values, in whole decades.
  init(of values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    low = Self.exponent(positive.min() ?? 1)
    high = max(low + 1, positive.max().map { -Self.exponent(1 / $0) } ?? low + 1)
    self.start = start
    self.end = end
  }

  /// Where a value is; the ends are where everything beyond them is.
  func position(of value: Double) -> Double {
    guard value > 0 else { return start }
    let share = (log10(value) - Double(low)) / Double(high - low)
    return start + (end - start) * min(max(share, 0), 1)
  }

  /// The exponent of the largest power of ten that is not above the value.
  private static func exponent(_ value: Double) -> Int {
    Int((log10(value) + 1e-9).rounded(.down))
  }
}

/// Moves labels apart, each as little as it takes, and keeps their order.
///
/// - Parameters:
///   - positions: Where the labels want to be.
///   - gap: The smallest distance.
/// - Returns: Where they are, in the order of `positions`.
func spread(_ positions: [Double], gap: Double) -> [Double] {
  var result = positions
  let order = positions.indices.sorted { positions[$0] < positions[$1] }
  for (before, after) in zip(order, order.dropFirst()) where result[after] - result[before] < gap {
    result[after] = result[before] + gap
  }
  // Half of what the last ones were pushed down goes to the first ones.
  let push = zip(result, positions).map { $0 - $1 }.max() ?? 0
  return result.map { $0 - push / 2 }
}

/// A time in nanoseconds for people, in the unit that makes it short.
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
