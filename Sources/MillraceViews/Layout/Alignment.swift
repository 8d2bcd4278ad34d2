// SPDX-License-Identifier: Apache-2.0

/// A horizontal alignment, for example of the views in a vertical stack.
public struct HorizontalAlignment: Equatable, Sendable {
  let name: String

  /// Alignment at the leading edge.
  public static let leading = HorizontalAlignment(name: "leading")
  /// Alignment at the horizontal centre.
  public static let center = HorizontalAlignment(name: "center")
  /// Alignment at the trailing edge.
  public static let trailing = HorizontalAlignment(name: "trailing")
}

/// A vertical alignment, for example of the views in a horizontal stack.
public struct VerticalAlignment: Equatable, Sendable {
  let name: String

  /// Alignment at the top.
  public static let top = VerticalAlignment(name: "top")
  /// Alignment at the vertical centre.
  public static let center = VerticalAlignment(name: "center")
  /// Alignment at the bottom.
  public static let bottom = VerticalAlignment(name: "bottom")
  /// Alignment at the baseline of the first line of text.
  public static let firstTextBaseline = VerticalAlignment(name: "firstTextBaseline")
  /// Alignment at the baseline of the last line of text.
  public static let lastTextBaseline = VerticalAlignment(name: "lastTextBaseline")
}

/// An alignment in both directions, for example of the views in a `ZStack`.
///
/// On a page only grids align at a baseline; a `ZStack`, frames and layers use the vertical centre
/// instead.
public struct Alignment: Equatable, Sendable {
  /// The horizontal alignment.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment.
  public var vertical: VerticalAlignment

  /// Creates an alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Alignment at the centre.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// Alignment at the middle of the leading edge.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// Alignment at the middle of the trailing edge.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// Alignment at the middle of the top edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// Alignment at the middle of the bottom edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// Alignment at the top leading corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// Alignment at the top trailing corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// Alignment at the bottom leading corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// Alignment at the bottom trailing corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

  /// Alignment at the leading edge, and at the baseline of the first line of text.
  public static let leadingFirstTextBaseline = Alignment(
    horizontal: .leading, vertical: .firstTextBaseline)
  /// Alignment at the horizontal centre, and at the baseline of the first line of text.
  public static let centerFirstTextBaseline = Alignment(
    horizontal: .center, vertical: .firstTextBaseline)
  /// Alignment at the trailing edge, and at the baseline of the first line of text.
  public static let trailingFirstTextBaseline = Alignment(
    horizontal: .trailing, vertical: .firstTextBaseline)
  /// Alignment at the leading edge, and at the baseline of the last line of text.
  public static let leadingLastTextBaseline = Alignment(
    horizontal: .leading, vertical: .lastTextBaseline)
  /// Alignment at the horizontal centre, and at the baseline of the last line of text.
  public static let centerLastTextBaseline = Alignment(
    horizontal: .center, vertical: .lastTextBaseline)
  /// Alignment at the trailing edge, and at the baseline of the last line of text.
  public static let trailingLastTextBaseline = Alignment(
    horizontal: .trailing, vertical: .lastTextBaseline)

  /// The name in the CSS class of a grid, whose cells can be aligned at a baseline.
  ///
  /// With a baseline, a class for the horizontal alignment precedes that of the baseline.
  var nameWithBaseline: String {
    guard vertical == .firstTextBaseline || vertical == .lastTextBaseline else { return name }
    let horizontal = horizontal == .center ? "" : horizontal.name + " mv-align-"
    return horizontal + vertical.name
  }

  /// The name in the CSS class.
  var name: String {
    let vertical =
      switch vertical {
      case .top: "top"
      case .bottom: "bottom"
      default: ""
      }
    let horizontal = horizontal == .center ? "" : horizontal.name
    if vertical.isEmpty { return horizontal.isEmpty ? "center" : horizontal }
    if horizontal.isEmpty { return vertical }
    return vertical + (horizontal == "leading" ? "Leading" : "Trailing")
  }

  /// The alignment as the value of `place-items`.
  var css: String {
    let places = [
      "top": "start", "leading": "start", "bottom": "end", "trailing": "end",
      "firstTextBaseline": "baseline", "lastTextBaseline": "last baseline",
    ]
    return [vertical.name, horizontal.name].map { places[$0] ?? "center" }.joined(separator: " ")
  }
}

/// The alignment of the lines of a text.
@frozen public enum TextAlignment: Hashable, CaseIterable, Sendable {
  /// Alignment at the leading edge.
  case leading
  /// Alignment at the centre.
  case center
  /// Alignment at the trailing edge.
  case trailing
}
