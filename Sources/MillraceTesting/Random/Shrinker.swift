// SPDX-License-Identifier: Apache-2.0

/// Makes a list that fails as short as can be.
///
/// It leaves out half of the list, then quarters and ever smaller pieces, and keeps what still
/// fails. At the end no single element can be left out. That is delta debugging, after Zeller and
/// Hildebrandt.
struct Shrinker<Element> {
  /// The number of elements up to which a list fails; nil if it does not.
  let failure: ([Element]) -> Int?

  /// The shortest list that it finds; the same list if it does not fail.
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

  /// Leaves out each piece without which the list still fails, the last ones first.
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

  /// The part of a list up to its failure.
  private func failing(_ elements: [Element]) -> [Element]? {
    failure(elements).map { Array(elements.prefix($0)) }
  }
}
