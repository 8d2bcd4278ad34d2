// SPDX-License-Identifier: Apache-2.0

/// Removes elements while the rest still fails, until no single element can be removed.
///
/// It tries to remove halves first, then smaller and smaller pieces (delta debugging, after
/// Zeller). The state before the piece is stored. Therefore a test runs only the elements after the
/// piece.
///
/// Complexity: O(k log n) tests if only k of the n elements matter, and O(n²) tests in the worst
/// case.
///
/// - Parameters:
///   - elements: The elements.
///   - first: The state before the first element.
///   - runs: The maximum number of runs of `step`.
///   - step: Computes the next state.
///   - fails: Returns true if the last state is the faulty one.
/// - Returns: The remaining elements, and true if no single one of them can be removed; false if
///   the runs were used up before this was known.
package func fewest<Element, State>(
  _ elements: [Element], from first: State, runs: Int, step: (inout State, Element) -> Void,
  fails: (State) -> Bool
) -> (kept: [Element], isLeast: Bool) {
  var kept = elements
  var left = runs
  var size = max(1, kept.count / 2)
  while !kept.isEmpty {
    var (start, before, hasShrunk) = (0, first, false)
    while start < kept.count {
      let end = min(start + size, kept.count)
      left -= kept.count - start
      guard left >= 0 else { return (kept, false) }
      var state = before
      for element in kept[end...] { step(&state, element) }
      if fails(state) {
        kept.removeSubrange(start..<end)
        hasShrunk = true
      } else {
        for element in kept[start..<end] { step(&before, element) }
        start = end
      }
    }
    if size == 1 {
      if !hasShrunk { return (kept, true) }
    } else {
      size = max(1, size / 2)
    }
  }
  return (kept, true)
}
