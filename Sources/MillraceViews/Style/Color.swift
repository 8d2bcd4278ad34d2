// SPDX-License-Identifier: Apache-2.0

/// A colour that a page knows how to show, in light and in dark.
public struct Color: Hashable, Sendable {
  let name: String

  /// The colour of text.
  public static let primary = Color(name: "primary")
  /// The colour of text of less importance.
  public static let secondary = Color(name: "secondary")
  /// The colour of what can be pressed.
  public static let accentColor = Color(name: "accent")
  /// Red.
  public static let red = Color(name: "red")
  /// Orange.
  public static let orange = Color(name: "orange")
  /// Yellow.
  public static let yellow = Color(name: "yellow")
  /// Green.
  public static let green = Color(name: "green")
  /// Blue.
  public static let blue = Color(name: "blue")
  /// Purple.
  public static let purple = Color(name: "purple")
  /// Pink.
  public static let pink = Color(name: "pink")
  /// Gray.
  public static let gray = Color(name: "gray")
  /// Black.
  public static let black = Color(name: "black")
  /// White.
  public static let white = Color(name: "white")
}
