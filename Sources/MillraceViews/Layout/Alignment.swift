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
  let name: String

  /// In the middle.
  public static let center = Alignment(name: "center")
  /// At the start of the line, in the middle.
  public static let leading = Alignment(name: "leading")
  /// At the end of the line, in the middle.
  public static let trailing = Alignment(name: "trailing")
  /// In the middle, at the top.
  public static let top = Alignment(name: "top")
  /// In the middle, at the bottom.
  public static let bottom = Alignment(name: "bottom")
  /// At the start of the line, at the top.
  public static let topLeading = Alignment(name: "topLeading")
  /// At the end of the line, at the top.
  public static let topTrailing = Alignment(name: "topTrailing")
  /// At the start of the line, at the bottom.
  public static let bottomLeading = Alignment(name: "bottomLeading")
  /// At the end of the line, at the bottom.
  public static let bottomTrailing = Alignment(name: "bottomTrailing")
}
