// SPDX-License-Identifier: Apache-2.0

/// Which of many rows a page has: those in view and some more, and those in use.
struct RowWindow: Equatable {
  /// So many rows are on a page whole.
  static let wholeLimit = 200
  /// So many rows come with a page that has not told yet what is in view.
  static let firstCount = 60
  /// A page gets no more rows than this at a time, whatever it asks for.
  static let longest = 1000

  private(set) var rows = 0..<firstCount
  /// The rows that are in use, wherever they are: one has the focus, is dragged, or has an open
  /// dialog.
  var kept: Set<Int> = []

  /// The rows of the page, in parts that do not touch.
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

  /// Shows other rows, as far as there are any.
  mutating func show(_ wanted: Range<Int>, of total: Int) {
    let count = min(wanted.count, Self.longest, total)
    let first = max(min(wanted.lowerBound, total - count), 0)
    rows = first..<first + count
  }

  /// Goes on with as many rows, from another one on.
  mutating func move(to first: Int, of total: Int) {
    show(first..<first + rows.count, of: total)
  }

  /// What a page has after all rows were on it.
  mutating func begin(after whole: Int) {
    rows = 0..<max(whole, Self.firstCount)
    kept = []
  }
}
