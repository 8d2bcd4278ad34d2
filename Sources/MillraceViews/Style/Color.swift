// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A colour.
///
/// A named colour, for example ``red``, has a variant for light and a variant for dark appearance;
/// ``black`` and ``white`` are the same in both. A colour that is created from its components is
/// also the same in both.
///
/// As a view, a colour fills the available space.
public struct Color: Hashable, Sendable {
  /// The kinds of colour.
  private enum Kind: Hashable {
    /// A colour of the style sheet, which can have a light and a dark variant.
    case named(String)
    /// The colour that `tint` sets for the place of the element, or else the accent colour.
    case tint
    case rgb(red: Double, green: Double, blue: Double)
    /// A mixture, which the browser computes.
    indirect case mixed(Color, Color, part: Double, space: String)
  }

  private var kind: Kind
  private var alpha = 1.0

  init(name: String) {
    kind = .named(name)
  }

  private init(_ kind: Kind) {
    self.kind = kind
  }

  /// The colour that `tint` sets for the place of the element, or else the accent colour.
  static let ofControls = Color(.tint)

  /// The colour space of the components of a colour.
  public enum RGBColorSpace: Hashable, Sendable {
    /// The colour space sRGB.
    case sRGB
    /// The colour space sRGB with linear components. They are converted to sRGB.
    case sRGBLinear
    /// The colour space Display P3. The components are used as sRGB components, without conversion.
    case displayP3
  }

  /// Creates a colour from its components, each from 0 to 1.
  ///
  /// A page draws a component outside of this range as the nearest one in it.
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {
    let curve: (Double) -> Double =
      colorSpace == .sRGBLinear
      ? { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 } : { $0 }
    kind = .rgb(red: curve(red), green: curve(green), blue: curve(blue))
    alpha = opacity
  }

  /// Creates a gray, from 0 for black to 1 for white.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  /// Creates a colour from hue, saturation and brightness, each from 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func part(_ offset: Double) -> Double {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
  }

  /// Returns this colour with its opacity multiplied by a factor.
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= opacity
    return color
  }

  /// Returns a mixture of this colour and another one.
  ///
  /// - Parameters:
  ///   - rhs: the other colour.
  ///   - fraction: the part of the other colour; it is limited to the range from 0 to 1.
  ///   - colorSpace: the colour space in which the two are mixed.
  /// - Returns: the mixture.
  public func mix(
    with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual
  ) -> Color {
    var color = self
    color.alpha = 1
    color.kind = .mixed(
      self, rhs, part: min(max(fraction, 0), 1), space: colorSpace == .device ? "srgb" : "oklab")
    return color
  }

  /// The name of the colour in the style sheet.
  ///
  /// It is nil for any other colour, and if the opacity is not 1.
  var name: String? {
    if case .named(let name) = kind, alpha == 1 { name } else { nil }
  }

  /// The colour as CSS.
  var css: String {
    let visible = InlineStyle.number(min(max(alpha, 0), 1) * 100)
    func variable(_ name: String) -> String {
      alpha == 1 ? "var(\(name))" : "color-mix(in srgb,var(\(name)) \(visible)%,transparent)"
    }
    switch kind {
    case .named(let name): return variable("--mv-\(name)")
    case .tint: return variable("--accent")
    case .rgb(let red, let green, let blue):
      let parts = [red, green, blue].map { InlineStyle.number(min(max($0, 0), 1) * 255) }
      return "rgb(\(parts.joined(separator: " "))\(alpha == 1 ? "" : " / \(visible)%"))"
    case .mixed(let one, let other, let part, let space):
      let share = InlineStyle.number(part * 100)
      let mixture = "color-mix(in \(space),\(one.css),\(other.css) \(share)%)"
      return alpha == 1 ? mixture : "color-mix(in srgb,\(mixture) \(visible)%,transparent)"
    }
  }
}

extension Color {
  /// The colour of text.
  public static let primary = Color(name: "primary")
  /// The colour of less important text.
  public static let secondary = Color(name: "secondary")
  /// The accent colour of the page, which controls have where no `tint` is set.
  public static let accentColor = Color(name: "accent")
  /// Red.
  public static let red = Color(name: "red")
  /// Orange.
  public static let orange = Color(name: "orange")
  /// Yellow.
  public static let yellow = Color(name: "yellow")
  /// Green.
  public static let green = Color(name: "green")
  /// Mint.
  public static let mint = Color(name: "mint")
  /// Teal.
  public static let teal = Color(name: "teal")
  /// Cyan.
  public static let cyan = Color(name: "cyan")
  /// Blue.
  public static let blue = Color(name: "blue")
  /// Indigo.
  public static let indigo = Color(name: "indigo")
  /// Purple.
  public static let purple = Color(name: "purple")
  /// Pink.
  public static let pink = Color(name: "pink")
  /// Brown.
  public static let brown = Color(name: "brown")
  /// Gray.
  public static let gray = Color(name: "gray")
  /// Black.
  public static let black = Color(name: "black")
  /// White.
  public static let white = Color(name: "white")
  /// A fully transparent colour.
  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
}

extension Color: View, LeafView {
  var box: Box {
    Box(name: "mv-color mv-x mv-y", style: InlineStyle().with(.background, css))
  }
}

/// A style with which shapes and texts are drawn.
///
/// On a page each style has a colour, and can also have a gradient or a material.
public protocol ShapeStyle: Sendable {
  /// The colour of the style, which a page uses where only a colour is possible.
  var _color: Color { get }
  /// What a page draws instead of the colour where it can: a gradient, a material, or the colour of
  /// the text around a shape; nil if the style has only a colour.
  var _paint: _Paint? { get }
}

extension Color: ShapeStyle {
  /// The colour itself.
  public var _color: Color { self }
}

/// One of the four levels of content: primary, secondary, tertiary or quaternary.
///
/// Each level has its own colour.
public struct HierarchicalShapeStyle: ShapeStyle {
  /// The colour of the level.
  public let _color: Color
}

/// The style of foreground content, such as text.
public struct ForegroundStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The primary colour.
  public var _color: Color { .primary }
  /// The colour that `foregroundStyle` sets for the place of a shape, or else that of text.
  public var _paint: _Paint? { _Paint(kind: .foreground) }
}

/// The style of the background on which a page shows its views.
public struct BackgroundStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour of this background, which is not that of the margins of the page.
  public var _color: Color { Color(name: "background") }
}

/// The style of controls.
public struct TintShapeStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour that `tint` sets, or the accent colour.
  public var _color: Color { .ofControls }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The style of the first level, for the most important content.
  public static var primary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: .primary)
  }

  /// The style of the second level, for less important content.
  public static var secondary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: .secondary)
  }

  /// The style of the third level.
  public static var tertiary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: Color(name: "tertiary"))
  }

  /// The style of the fourth level, for the least important content.
  public static var quaternary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: Color(name: "quaternary"))
  }
}

extension ShapeStyle where Self == ForegroundStyle {
  /// The style of foreground content, such as text.
  public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
  /// The style of the background on which a page shows its views.
  public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
  /// The style of controls.
  public static var tint: TintShapeStyle { TintShapeStyle() }
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
  /// Mint.
  public static var mint: Color { .mint }
  /// Teal.
  public static var teal: Color { .teal }
  /// Cyan.
  public static var cyan: Color { .cyan }
  /// Blue.
  public static var blue: Color { .blue }
  /// Indigo.
  public static var indigo: Color { .indigo }
  /// Purple.
  public static var purple: Color { .purple }
  /// Pink.
  public static var pink: Color { .pink }
  /// Brown.
  public static var brown: Color { .brown }
  /// Gray.
  public static var gray: Color { .gray }
  /// Black.
  public static var black: Color { .black }
  /// White.
  public static var white: Color { .white }
  /// A fully transparent colour.
  public static var clear: Color { .clear }
}
