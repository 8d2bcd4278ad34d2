// SPDX-License-Identifier: Apache-2.0

/// The rows of a long list that are on the page: the visible rows, some rows around them, and the
/// rows in use.
struct RowWindow: Equatable {
  /// The maximum number of rows for which all rows are on the page.
  static let wholeLimit = 200
  /// The number of rows in the window at first, if there are more than `wholeLimit` from the start.
  static let firstCount = 60
  /// The maximum number of rows in the window.
  static let longest = 1000

  private(set) var rows = 0..<firstCount
  /// The positions of the rows in use, inside or outside `rows`.
  ///
  /// A row is in use if it has the focus, is dragged, or has an open dialog or level.
  var kept: Set<Int> = []

  /// Returns the rows on the page, as ranges that are not adjacent to each other.
  func parts(of total: Int) -> [Range<Int>] {
    guard total > Self.wholeLimit else { return [0..<total] }
    let shown = rows.clamped(to: 0..<total)
    let others = kept.filter { $0 < total && !shown.contains($0) }.map { $0..<$0 + 1 }
    let all = (others + [shown]).sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    return all.reduce(into: []) { parts, next in
      if let last = parts.last, last.upperBound == next.lowerBound {
        parts[parts.count - 1] = last.lowerBound..<next.upperBound
      } else {
        parts.append(next)
      }
    }
  }

  /// Moves the window to other rows, within the existing rows.
  mutating func show(_ wanted: Range<Int>, of total: Int) {
    let count = min(wanted.count, Self.longest, total)
    let first = max(min(wanted.lowerBound, total - count), 0)
    rows = first..<first + count
  }

  /// Moves the window to another first row.
  ///
  /// The number of rows in it stays the same if the list has enough rows.
  mutating func move(to first: Int, of total: Int) {
    show(first..<first + rows.count, of: total)
  }

  /// Sets the window when the data has become longer than `wholeLimit`.
  ///
  /// Until then, all rows were on the page; `whole` is their number.
  mutating func begin(after whole: Int) {
    rows = 0..<max(whole, Self.firstCount)
    kept = []
  }
}
