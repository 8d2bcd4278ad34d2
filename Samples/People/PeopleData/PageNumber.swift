// SPDX-License-Identifier: Apache-2.0

/// Which of how many pages is shown.
public struct PageNumber: Equatable, Sendable {
  /// How many people fit on a page.
  public static let size = 20

  /// The page, counted from zero.
  public let index: Int
  /// How many pages there are: one at least, for a page that says that there are no people.
  public let count: Int

  /// The page that was wanted, or the nearest one that there is.
  init(wanted: Int, rows: Int) {
    count = max(1, (rows + Self.size - 1) / Self.size)
    index = min(max(0, wanted), count - 1)
  }

  /// Whether there is a page before this one.
  public var hasPrevious: Bool { index > 0 }

  /// Whether there is a page after this one.
  public var hasNext: Bool { index + 1 < count }

  /// The positions on this page, of so many rows.
  func rows(of total: Int) -> Range<Int> {
    let start = min(index * Self.size, total)
    return start..<min(start + Self.size, total)
  }
}
