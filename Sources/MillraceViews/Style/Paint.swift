// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A style that is more than a colour: a gradient, a material, or the present foreground.
public struct _Paint: Hashable, Sendable {
  /// The kinds of paint.
  enum Kind: Hashable {
    /// The colour of text at the place of the shape.
    case foreground
    case gradient(GradientFill)
    /// The name of a material in the style sheet.
    case material(String)
  }

  let kind: Kind

  /// The paint with the opacity of its colours multiplied by a factor.
  ///
  /// It is nil for a material and the foreground, whose opacity a page cannot change.
  func opacity(_ opacity: Double) -> _Paint? {
    guard case .gradient(let fill) = kind else { return nil }
    return _Paint(kind: .gradient(fill.opacity(opacity)))
  }

  /// The value of the property `background`.
  var css: String {
    switch kind {
    case .foreground: "currentcolor"
    case .gradient(let fill): fill.css
    case .material(let name): "var(--mv-\(name)-material)"
    }
  }

  /// The value of the property `backdrop-filter`.
  var backdrop: String? {
    if case .material = kind { "var(--mv-material-filter)" } else { nil }
  }

  /// Whether the property `fill` of SVG can have the paint.
  var isColor: Bool { kind == .foreground }
}

/// The colour of a style, with the paint that a page uses instead of it if it can.
struct Ink: Equatable, Sendable {
  let color: Color
  let paint: _Paint?

  init(_ style: some ShapeStyle) {
    color = style._color
    paint = style._paint
  }

  /// The value of the property `background`.
  var css: String { paint?.css ?? color.css }

  /// Whether the style is a gradient or a material, which only a background can have.
  var isBackground: Bool { paint.map { !$0.isColor } ?? false }

  /// A style with the ink as the background.
  var background: InlineStyle {
    InlineStyle().with(.background, css).with(.backdropFilter, paint?.backdrop)
  }

  /// The ink of texts.
  ///
  /// A material has no effect on texts, which are drawn in its colour.
  var decoration: Decoration {
    if let paint, case .gradient = paint.kind { return .paint(self) }
    return .color(color)
  }
}

/// The available space, filled with a style.
struct InkView {
  let ink: Ink
}

extension InkView: View, LeafView {
  var box: Box { Box(name: "mv-color mv-x mv-y", style: ink.background) }
}

/// A style whose concrete type is not known.
public struct AnyShapeStyle: ShapeStyle {
  /// The colour of the style.
  public let _color: Color
  /// The paint of the style, or nil if it has only a colour.
  public let _paint: _Paint?

  /// Erases the type of a style.
  public init<S: ShapeStyle>(_ style: S) {
    (_color, _paint) = (style._color, style._paint)
  }
}

/// A style with another opacity.
struct FaintStyle: ShapeStyle {
  let _color: Color
  let _paint: _Paint?

  init(_ style: some ShapeStyle, opacity: Double) {
    _color = style._color.opacity(opacity)
    _paint = style._paint?.opacity(opacity)
  }
}

extension ShapeStyle {
  /// A style has only a colour, unless it declares a paint.
  public var _paint: _Paint? { nil }

  /// Returns this style with its opacity multiplied by a factor.
  ///
  /// A material becomes the colour of the page's background, and the foreground style becomes the
  /// primary colour.
  public func opacity(_ opacity: Double) -> some ShapeStyle { FaintStyle(self, opacity: opacity) }
}

/// A material that blurs the content behind it.
///
/// ```swift
/// Text("Paused").padding().background(.ultraThinMaterial, in: .capsule)
/// ```
///
/// If the user's system is set to reduced transparency, a page draws the opaque colour of the
/// background instead. As the style of texts, a material is the colour of the background.
public struct Material: ShapeStyle {
  private let name: String

  /// A material through which most of the content behind it is visible.
  public static let ultraThin = Material(name: "ultra-thin")
  /// A material through which much of the content behind it is visible.
  public static let thin = Material(name: "thin")
  /// A material through which some of the content behind it is visible.
  public static let regular = Material(name: "regular")
  /// A material through which little of the content behind it is visible.
  public static let thick = Material(name: "thick")
  /// A material through which almost nothing of the content behind it is visible.
  public static let ultraThick = Material(name: "ultra-thick")
  /// The material of bars.
  public static let bar = Material(name: "bar")

  /// The colour of the background of the page.
  public var _color: Color { Color(name: "background") }
  /// The material.
  public var _paint: _Paint? { _Paint(kind: .material(name)) }
}

extension ShapeStyle where Self == Material {
  /// A material through which most of the content behind it is visible.
  public static var ultraThinMaterial: Material { .ultraThin }
  /// A material through which much of the content behind it is visible.
  public static var thinMaterial: Material { .thin }
  /// A material through which some of the content behind it is visible.
  public static var regularMaterial: Material { .regular }
  /// A material through which little of the content behind it is visible.
  public static var thickMaterial: Material { .thick }
  /// A material through which almost nothing of the content behind it is visible.
  public static var ultraThickMaterial: Material { .ultraThick }
  /// The material of bars.
  public static var bar: Material { .bar }
}

/// The style of lines between views.
public struct SeparatorShapeStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour of lines.
  public var _color: Color { Color(name: "separator") }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
  /// The style of lines between views.
  public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

/// The style of the text that a field shows while it is empty.
public struct PlaceholderTextShapeStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour of less important text.
  public var _color: Color { .secondary }
}

extension ShapeStyle where Self == PlaceholderTextShapeStyle {
  /// The style of the text that a field shows while it is empty.
  public static var placeholder: PlaceholderTextShapeStyle { PlaceholderTextShapeStyle() }
}
