// SPDX-License-Identifier: Apache-2.0

/// Returns the positions of a longest strictly increasing subsequence.
///
/// - Parameter values: any numbers.
/// - Returns: the positions, in ascending order.
/// - Complexity: O(n log n).
func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for (position, value) in values.enumerated() {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = tails[low - 1] }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
  }
  guard var position = tails.last else { return [] }
  var result = tails
  for index in tails.indices.reversed() {
    result[index] = position
    position = previous[position]
  }
  return result
}
