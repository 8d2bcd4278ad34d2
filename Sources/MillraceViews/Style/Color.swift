// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A colour that a page knows how to show, in light and in dark.
///
/// As a view it fills the room that it gets.
public struct Color: Hashable, Sendable {
  /// What the page shows.
  private enum Kind: Hashable {
    /// A colour of the style sheet, which differs in light and dark.
    case named(String)
    case rgb(red: Double, green: Double, blue: Double)
  }

  private let kind: Kind
  private var alpha = 1.0

  init(name: String) {
    kind = .named(name)
  }

  /// The spaces in which the parts of a colour may be given.
  public enum RGBColorSpace: Hashable, Sendable {
    /// The usual one of screens.
    case sRGB
    /// The usual one, with parts that grow with the light.
    case sRGBLinear
    /// The one of wide screens; it is shown as the usual one.
    case displayP3
  }

  /// Creates a colour from its parts, each from 0 to 1.
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

  /// Creates a grey, from 0 for black to 1 for white.
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

  /// This colour, less visible.
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= opacity
    return color
  }

  /// The name of the colour in the style sheet; nil if it has none there.
  var name: String? {
    if case .named(let name) = kind, alpha == 1 { name } else { nil }
  }

  /// The colour as CSS.
  var css: String {
    let visible = InlineStyle.number(min(max(alpha, 0), 1) * 100)
    switch kind {
    case .named(let name):
      return alpha == 1
        ? "var(--mv-\(name))" : "color-mix(in srgb,var(--mv-\(name)) \(visible)%,transparent)"
    case .rgb(let red, let green, let blue):
      let parts = [red, green, blue].map { InlineStyle.number(min(max($0, 0), 1) * 255) }
      return "rgb(\(parts.joined(separator: " "))\(alpha == 1 ? "" : " / \(visible)%"))"
    }
  }
}

extension Color {
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
  /// No colour at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
}

extension Color: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    BoxNode(tag: .div, box: box, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: BoxNode.self).apply(box)
  }

  @MainActor private var box: Box {
    Box(name: "mv-color mv-x mv-y", style: InlineStyle().with(.background, css))
  }
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

/// The style of what stands in the foreground.
public struct ForegroundStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour that a page shows for it.
  public var _color: Color { .primary }
}

/// The style of what lies behind everything.
public struct BackgroundStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour that a page shows for it.
  public var _color: Color { Color(name: "background") }
}

/// The style of what can be pressed.
public struct TintShapeStyle: ShapeStyle {
  /// Creates the style.
  public init() {}

  /// The colour that a page shows for it.
  public var _color: Color { .accentColor }
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

  /// The style of what matters little.
  public static var tertiary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: Color(name: "tertiary"))
  }

  /// The style of what matters least.
  public static var quaternary: HierarchicalShapeStyle {
    HierarchicalShapeStyle(_color: Color(name: "quaternary"))
  }
}

extension ShapeStyle where Self == ForegroundStyle {
  /// The style of what stands in the foreground.
  public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
  /// The style of what lies behind everything.
  public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
  /// The style of what can be pressed.
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
  /// No colour at all.
  public static var clear: Color { .clear }
}
