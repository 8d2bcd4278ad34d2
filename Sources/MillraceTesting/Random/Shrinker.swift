// SPDX-License-Identifier: Apache-2.0

/// Shortens a list of elements that makes a check fail.
///
/// It removes each piece without which the list still fails: first halves, then quarters and
/// smaller pieces. If any one of the remaining elements is removed, the list does not fail.
/// The method is delta debugging, by Zeller and Hildebrandt.
struct Shrinker<Element> {
  /// Returns the number of elements after which a list fails, or nil if it does not fail.
  let failure: ([Element]) -> Int?

  /// Returns the shortest list found, or the same list if it does not fail.
  ///
  /// - Complexity: O(n²) calls of the check at worst.
  func shrink(_ elements: [Element]) -> [Element] {
    guard var shortest = failing(elements) else { return elements }
    var size = max(1, shortest.count / 2)
    while true {
      let before = shortest.count
      shortest = withoutPieces(of: size, shortest)
      if size > 1 {
        size = min(size / 2, max(1, shortest.count / 2))
      } else if shortest.count == before {
        return shortest
      }
    }
  }

  /// Removes each piece without which the list still fails, beginning with the last pieces.
  private func withoutPieces(of size: Int, _ elements: [Element]) -> [Element] {
    var shortest = elements
    var end = shortest.count
    while end > 0 {
      var shorter = shortest
      shorter.removeSubrange(max(0, end - size)..<end)
      if let failing = failing(shorter) { shortest = failing }
      end = min(end - size, shortest.count)
    }
    return shortest
  }

  /// The elements of a list up to its failure, or nil if the list does not fail.
  private func failing(_ elements: [Element]) -> [Element]? {
    failure(elements).map { Array(elements.prefix($0)) }
  }
}
