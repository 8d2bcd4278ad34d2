// SPDX-License-Identifier: Apache-2.0

extension Collection<Double> {
  /// The median: the value in the middle, or the mean of the two values in the middle.
  ///
  /// It is NaN if the collection is empty.
  ///
  /// Complexity: O(n log n).
  public var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    if sorted.count.isMultiple(of: 2) { return (sorted[middle - 1] + sorted[middle]) / 2 }
    return sorted[middle]
  }

  /// The 95th percentile: the smallest value that at least 95 percent of the values do not exceed.
  ///
  /// It is NaN if the collection is empty.
  ///
  /// Complexity: O(n log n).
  public var percentile95: Double {
    let sorted = sorted()
    return sorted.isEmpty ? .nan : sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
}
