// SPDX-License-Identifier: Apache-2.0

/// Where the views of a vertical stack stand from left to right.
public struct HorizontalAlignment: Equatable, Sendable {
  let name: String

  /// At the start of the line.
  public static let leading = HorizontalAlignment(name: "leading")
  /// In the middle.
  public static let center = HorizontalAlignment(name: "center")
  /// At the end of the line.
  public static let trailing = HorizontalAlignment(name: "trailing")
}

/// Where the views of a horizontal stack stand from top to bottom.
public struct VerticalAlignment: Equatable, Sendable {
  let name: String

  /// At the top.
  public static let top = VerticalAlignment(name: "top")
  /// In the middle.
  public static let center = VerticalAlignment(name: "center")
  /// At the bottom.
  public static let bottom = VerticalAlignment(name: "bottom")
  /// With their first lines of text in one line.
  public static let firstTextBaseline = VerticalAlignment(name: "firstTextBaseline")
  /// With their last lines of text in one line.
  public static let lastTextBaseline = VerticalAlignment(name: "lastTextBaseline")
}

/// Where the views of a stack in depth stand.
public struct Alignment: Equatable, Sendable {
  /// From side to side.
  public var horizontal: HorizontalAlignment
  /// From top to bottom.
  public var vertical: VerticalAlignment

  /// Creates an alignment from both directions.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// In the middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// At the start of the line, in the middle.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// At the end of the line, in the middle.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// In the middle, at the top.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// In the middle, at the bottom.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// At the start of the line, at the top.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// At the end of the line, at the top.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// At the start of the line, at the bottom.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// At the end of the line, at the bottom.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

  /// What the CSS class is named after.
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
}

/// How the lines of a text stand below each other.
@frozen public enum TextAlignment: Hashable, CaseIterable, Sendable {
  /// They begin together.
  case leading
  /// They have one middle.
  case center
  /// They end together.
  case trailing
}
