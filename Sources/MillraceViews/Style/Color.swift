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

/// What a shape or a text is drawn with.
public protocol ShapeStyle: Sendable {
  /// The colour that a page shows for it.
  var _color: Color { get }
}

extension Color: ShapeStyle {
  /// The colour itself.
  public var _color: Color { self }
}

/// A style by its importance: it is shown in the colour of that importance.
public struct HierarchicalShapeStyle: ShapeStyle {
  /// The colour that a page shows for it.
  public let _color: Color
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The style of what matters most.
  public static var primary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: .primary)
  }

  /// The style of what matters less.
  public static var secondary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: .secondary)
  }
}

extension ShapeStyle where Self == Color {
  /// Red.
  public static var red: Color { .red }
  /// Orange.
  public static var orange: Color { .orange }
  /// Yellow.
  public static var yellow: Color { .yellow }
  /// Green.
  public static var green: Color { .green }
  /// Blue.
  public static var blue: Color { .blue }
  /// Purple.
  public static var purple: Color { .purple }
  /// Pink.
  public static var pink: Color { .pink }
  /// Gray.
  public static var gray: Color { .gray }
  /// Black.
  public static var black: Color { .black }
  /// White.
  public static var white: Color { .white }
}
