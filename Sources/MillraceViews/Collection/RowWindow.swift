// SPDX-License-Identifier: Apache-2.0

/// Which of many rows a page has: those in view and some more, and the one in use.
struct RowWindow: Equatable {
  /// So many rows are on a page whole.
  static let wholeLimit = 200
  /// So many rows come with a page that has not told yet what is in view.
  static let firstCount = 60
  /// A page gets no more rows than this at a time, whatever it asks for.
  static let longest = 1000

  private(set) var rows = 0..<firstCount
  /// The row that is in use, wherever it is: it has the focus, or is dragged.
  var kept: Int?

  /// The rows of the page, in parts that do not touch.
  func parts(of total: Int) -> [Range<Int>] {
    guard total > Self.wholeLimit else { return [0..<total] }
    let shown = rows.clamped(to: 0..<total)
    guard let kept, kept < total, !shown.contains(kept) else { return [shown] }
    if kept + 1 == shown.lowerBound { return [kept..<shown.upperBound] }
    if kept == shown.upperBound { return [shown.lowerBound..<kept + 1] }
    let one = kept..<kept + 1
    return kept < shown.lowerBound ? [one, shown] : [shown, one]
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
    kept = nil
  }
}
