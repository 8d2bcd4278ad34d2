// SPDX-License-Identifier: Apache-2.0

/// The index of the shown page, and the number of pages.
public struct PageNumber: Equatable, Sendable {
  /// The number of people on a full page.
  public static let size = 20

  /// The index of the page, counted from zero.
  public let index: Int
  /// The number of pages.
  ///
  /// It is at least one: with no people there is one empty page.
  public let count: Int

  /// Creates the requested page, or the nearest one if that page does not exist.
  init(wanted: Int, rows: Int) {
    count = max(1, (rows + Self.size - 1) / Self.size)
    index = min(max(0, wanted), count - 1)
  }

  /// Whether there is a page before this one.
  public var hasPrevious: Bool { index > 0 }

  /// Whether there is a page after this one.
  public var hasNext: Bool { index + 1 < count }

  /// Returns the positions of the rows on this page, if there are `total` rows.
  func rows(of total: Int) -> Range<Int> {
    let start = min(index * Self.size, total)
    return start..<min(start + Self.size, total)
  }
}
