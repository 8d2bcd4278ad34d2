// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Views in rows and columns; each column is as wide as the widest of its cells.
///
/// Up to twelve columns are known; a view that is not in a row has all of them.
public struct Grid<Content: View> {
  let alignment: Alignment
  let horizontalSpacing: CGFloat?
  let verticalSpacing: CGFloat?
  let content: Content

  /// Creates a grid.
  nonisolated public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }
}

extension Grid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.columnGap, horizontalSpacing.map { max($0, 0) })
    style.set(.rowGap, verticalSpacing.map { max($0, 0) })
    return Box(
      name: "mv-grid" + BoxClass.alignment(alignment.name, unless: "center"), style: style)
  }
}

/// One row of a grid.
public struct GridRow<Content: View> {
  let alignment: VerticalAlignment?
  let content: Content

  /// Creates a row.
  nonisolated public init(
    alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }
}

extension GridRow: View, PrimitiveView, BoxView {
  var box: Box { Box(name: "mv-grid-row" + (alignment.map { " mv-cells-" + $0.name } ?? "")) }
}

extension View {
  /// Gives a cell of a grid several columns.
  nonisolated public func gridCellColumns(_ count: Int) -> some View {
    decorated(.gridColumnEnd, "span \(min(max(count, 1), 12))")
  }
}

/// How wide the columns of a lazy grid are, or how high its rows.
public struct GridItem: Sendable {
  /// The sizes of an item.
  public enum Size: Sendable {
    /// One column of this width.
    case fixed(CGFloat)
    /// One column between two widths, with a share of what is left.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// As many columns as fit with the smaller width; they share what is left.
    ///
    /// A page lets them become wider than `maximum`, where SwiftUI leaves room beside them.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  /// The size.
  public var size: Size
  /// The distance to the next item.
  public var spacing: CGFloat?
  /// Where cells stand in their columns.
  public var alignment: Alignment?

  /// Creates an item.
  public init(
    _ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil
  ) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }

  fileprivate var track: String {
    func bounds(_ minimum: CGFloat, _ maximum: CGFloat) -> String {
      let most = maximum == .infinity ? "1fr" : InlineStyle.length(max(maximum, minimum))
      return "minmax(\(InlineStyle.length(max(minimum, 0))),\(most))"
    }
    return switch size {
    case .fixed(let length): InlineStyle.length(max(length, 0))
    case .flexible(let minimum, let maximum): bounds(minimum, maximum)
    // With a definite maximum a browser would count columns of that width, and fit fewer.
    case .adaptive(let minimum, _): "repeat(auto-fill,\(bounds(minimum, .infinity)))"
    }
  }
}

/// Views in columns, which continue in the next row.
///
/// All of its views are made at once.
public struct LazyVGrid<Content: View> {
  let columns: [GridItem]
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a grid.
  nonisolated public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyVGrid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.gridTemplateColumns, columns.map(\.track).joined(separator: " "))
    style.set(.columnGap, columns.first?.spacing)
    style.set(.rowGap, spacing)
    return Box(
      name: "mv-lazy-grid mv-x" + BoxClass.alignment(alignment.name, unless: "center"),
      style: style)
  }
}

/// Views in rows, which continue in the next column.
///
/// All of its views are made at once.
public struct LazyHGrid<Content: View> {
  let rows: [GridItem]
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a grid.
  nonisolated public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyHGrid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.gridTemplateRows, rows.map(\.track).joined(separator: " "))
    style.set(.rowGap, rows.first?.spacing)
    style.set(.columnGap, spacing)
    return Box(
      name: "mv-lazy-grid mv-down mv-y" + BoxClass.alignment(alignment.name, unless: "center"),
      style: style)
  }
}
