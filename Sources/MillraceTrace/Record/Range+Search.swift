// SPDX-License-Identifier: Apache-2.0

extension Range<Int> {
  /// The first number that satisfies a condition, or the upper bound if there is none.
  ///
  /// All numbers after one that satisfies the condition must satisfy it too.
  ///
  /// Complexity: O(log n) calls of the condition.
  package func firstPosition(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
