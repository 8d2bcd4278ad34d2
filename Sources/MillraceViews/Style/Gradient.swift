// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Colours at places between 0 and 1.
@frozen public struct Gradient: Hashable, Sendable {
  /// A colour at a place.
  @frozen public struct Stop: Hashable, Sendable {
    /// The colour.
    public var color: Color
    /// The place, from 0 to 1.
    public var location: CGFloat

    /// Creates a colour at a place.
    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }

  /// The colour space in which a mixture of two colours is computed.
  public enum ColorSpace: Hashable, Sendable {
    /// The colour space sRGB.
    case device
    /// The colour space Oklab, in which equal steps look equal.
    case perceptual
  }

  /// The colours with their places, in ascending order of the places.
  public var stops: [Stop]

  /// Creates a gradient from colours with their places.
  public init(stops: [Stop]) {
    self.stops = stops
  }

  /// Creates a gradient from colours at equal distances.
  public init(colors: [Color]) {
    let last = CGFloat(max(colors.count - 1, 1))
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
  }
}

/// A gradient with its form.
struct GradientFill: Hashable, Sendable {
  /// The line, the circles, the ellipses or the angles of the places 0 and 1.
  enum Form: Hashable {
    case linear(from: UnitPoint, to: UnitPoint)
    /// Circles, whose radii are in points.
    case radial(UnitPoint, from: CGFloat, to: CGFloat)
    /// Ellipses, whose radii are parts of the width and the height.
    case elliptical(UnitPoint, from: CGFloat, to: CGFloat)
    case angular(UnitPoint, from: Angle, to: Angle)
  }

  var stops: [Gradient.Stop]
  let form: Form

  init(_ gradient: Gradient, _ form: Form) {
    stops = gradient.stops
    self.form = form
  }

  func opacity(_ opacity: Double) -> GradientFill {
    var fill = self
    for index in fill.stops.indices {
      fill.stops[index].color = fill.stops[index].color.opacity(opacity)
    }
    return fill
  }

  /// The gradient as a CSS image, or `none` if it has no colours.
  var css: String {
    guard let last = stops.last else { return "none" }
    func plain(_ color: Color) -> String { "linear-gradient(\(color.css),\(color.css))" }
    if stops.count == 1 { return plain(last.color) }
    switch form {
    case .linear(let start, let end):
      guard let line = Line(from: start, to: end) else { return plain(last.color) }
      return "linear-gradient(\(line.direction),\(list(from: line.start, to: line.end)))"
    case .radial(let center, let start, let end):
      return "radial-gradient(circle at \(center.css),\(list(from: start, to: end, "px")))"
    case .elliptical(let center, let start, let end):
      let list = list(from: start * 100, to: end * 100)
      return "radial-gradient(100% 100% at \(center.css),\(list))"
    case .angular(let center, let start, let end):
      // An angle of zero is at the top in CSS, and at the right here.
      let first = InlineStyle.number(CGFloat(min(start.degrees, end.degrees) + 90))
      let sweep = CGFloat(end.degrees - start.degrees)
      let list = list(from: max(-sweep, 0), to: max(sweep, 0), "deg")
      return "conic-gradient(from \(first)deg at \(center.css),\(list))"
    }
  }

  /// The colours with their places between two lengths or angles.
  ///
  /// CSS needs ascending places, so the colours are reversed if the end is less than the start.
  private func list(from start: CGFloat, to end: CGFloat, _ unit: String = "%") -> String {
    let ordered = end < start ? Array(stops.reversed()) : stops
    return ordered.map { stop in
      let place = start + min(max(stop.location, 0), 1) * (end - start)
      return "\(stop.color.css) \(InlineStyle.number(place))\(unit)"
    }
    .joined(separator: ",")
  }

  /// The line of a linear gradient, in the terms of CSS.
  private struct Line {
    let direction: String
    /// The place of the start on the gradient line of CSS, in percent.
    let start: CGFloat
    /// The place of the end on that line, in percent.
    let end: CGFloat

    /// Returns nil if the points are equal or not finite.
    ///
    /// If the line is parallel to a diagonal, the direction names two sides, which fits any
    /// rectangle. Any other oblique line has the angle that it has in a square.
    init?(from start: UnitPoint, to end: UnitPoint) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = hypot(dx, dy)
      guard length > 0, length.isFinite else { return nil }
      let angle = atan2(dx, -dy)
      // The length of the gradient line of CSS in a square whose sides have the length 1.
      let whole = abs(sin(angle)) + abs(cos(angle))
      func place(_ point: UnitPoint) -> CGFloat {
        let along = (point.x - 0.5) * sin(angle) - (point.y - 0.5) * cos(angle)
        return (along / whole + 0.5) * 100
      }
      (self.start, self.end) = (place(start), place(end))
      if abs(abs(dx) - abs(dy)) < 1e-9 {
        direction = "to \(dy < 0 ? "top" : "bottom") \(dx < 0 ? "left" : "right")"
      } else {
        direction = "\(InlineStyle.number(angle * 180 / .pi))deg"
      }
    }
  }
}

/// A gradient that is a style and a view.
@MainActor protocol FilledStyle: ShapeStyle, View {
  nonisolated var fill: GradientFill { get }
}

extension FilledStyle {
  /// The available space, filled with the gradient.
  public var body: some View { InkView(ink: Ink(self)) }

  /// The first colour.
  nonisolated public var _color: Color { fill.stops.first?.color ?? .clear }
  /// The gradient.
  nonisolated public var _paint: _Paint? { _Paint(kind: .gradient(fill)) }
}

/// A gradient along a line.
///
/// As a view, it fills the available space. As the style of texts, each text has a gradient of its
/// own; a system image has the first colour.
///
/// On a page the leading edge is the left one, also if text runs from right to left. If the line is
/// neither horizontal nor vertical nor parallel to a diagonal, a page draws it with the angle that
/// it has in a square. If the two points are equal, a page draws only the last colour.
public struct LinearGradient: Sendable {
  let fill: GradientFill

  /// Creates a gradient between two points.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    fill = GradientFill(gradient, .linear(from: startPoint, to: endPoint))
  }

  /// Creates a gradient of colours at equal distances.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// Creates a gradient of colours with their places.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }
}

extension LinearGradient: ShapeStyle, View, FilledStyle {}

/// A gradient of circles around a point.
///
/// As a view, it fills the available space. For texts and images it is like ``LinearGradient``.
public struct RadialGradient: Sendable {
  let fill: GradientFill

  /// Creates a gradient between two radii in points.
  public init(
    gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {
    fill = GradientFill(gradient, .radial(center, from: startRadius, to: endRadius))
  }

  /// Creates a gradient of colours at equal distances.
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(
      gradient: Gradient(colors: colors), center: center, startRadius: startRadius,
      endRadius: endRadius)
  }

  /// Creates a gradient of colours with their places.
  public init(
    stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) {
    self.init(
      gradient: Gradient(stops: stops), center: center, startRadius: startRadius,
      endRadius: endRadius)
  }
}

extension RadialGradient: ShapeStyle, View, FilledStyle {}

/// A gradient of ellipses around a point, with the ratio of the space that it fills.
///
/// As a view, it fills the available space. For texts and images it is like ``LinearGradient``.
public struct EllipticalGradient: Sendable {
  let fill: GradientFill

  /// Creates a gradient between two radii, which are parts of the width and the height.
  public init(
    gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {
    fill = GradientFill(
      gradient, .elliptical(center, from: startRadiusFraction, to: endRadiusFraction))
  }

  /// Creates a gradient of colours at equal distances.
  public init(
    colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(
      gradient: Gradient(colors: colors), center: center,
      startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
  }

  /// Creates a gradient of colours with their places.
  public init(
    stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
    endRadiusFraction: CGFloat = 0.5
  ) {
    self.init(
      gradient: Gradient(stops: stops), center: center,
      startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
  }
}

extension EllipticalGradient: ShapeStyle, View, FilledStyle {}

/// A gradient around a point.
///
/// An angle of zero points to the right, and angles grow clockwise. As a view, it fills the
/// available space. For texts and images it is like ``LinearGradient``.
///
/// Outside of its angles, a page shows the colour of the greater angle. It shows at most one turn,
/// beginning at the smaller angle.
public struct AngularGradient: Sendable {
  let fill: GradientFill

  /// Creates a gradient between two angles.
  public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero
  ) {
    fill = GradientFill(gradient, .angular(center, from: startAngle, to: endAngle))
  }

  /// Creates a gradient of colours at equal angles.
  public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(
      gradient: Gradient(colors: colors), center: center, startAngle: startAngle,
      endAngle: endAngle)
  }

  /// Creates a gradient of colours with their places.
  public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
    self.init(
      gradient: Gradient(stops: stops), center: center, startAngle: startAngle,
      endAngle: endAngle)
  }

  /// Creates a gradient of a full turn that begins at an angle.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
    self.init(
      gradient: gradient, center: center, startAngle: angle,
      endAngle: .radians(angle.radians + 2 * .pi))
  }

  /// Creates a gradient of a full turn, of colours at equal angles.
  public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }

  /// Creates a gradient of a full turn, of colours with their places.
  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
    self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
  }
}

extension AngularGradient: ShapeStyle, View, FilledStyle {}

/// A gradient from the top to the bottom, for example the one of a colour.
///
/// ```swift
/// Capsule().fill(.blue.gradient)
/// ```
public struct AnyGradient: Hashable, Sendable {
  private let gradient: Gradient

  /// Creates a style that draws a gradient from the top to the bottom.
  public init(_ gradient: Gradient) {
    self.gradient = gradient
  }
}

extension AnyGradient: ShapeStyle {
  /// The last colour.
  public var _color: Color { gradient.stops.last?.color ?? .clear }
  /// The gradient, from the top to the bottom.
  public var _paint: _Paint? {
    _Paint(kind: .gradient(GradientFill(gradient, .linear(from: .top, to: .bottom))))
  }
}

extension Color {
  /// A gradient from a slightly lighter colour at the top to this colour at the bottom.
  public var gradient: AnyGradient {
    AnyGradient(Gradient(colors: [mix(with: .white, by: 0.2), self]))
  }
}

extension ShapeStyle where Self == LinearGradient {
  /// A gradient along a line.
  public static func linearGradient(
    _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
  }

  /// A gradient along a line, of colours at equal distances.
  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }

  /// A gradient along a line, of colours with their places.
  public static func linearGradient(
    stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
  }
}

extension ShapeStyle where Self == RadialGradient {
  /// A gradient of circles around a point.
  public static func radialGradient(
    _ gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) -> RadialGradient {
    RadialGradient(
      gradient: gradient, center: center, startRadius: startRadius, endRadius: endRadius)
  }

  /// A gradient of circles around a point, of colours at equal distances.
  public static func radialGradient(
    colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
  ) -> RadialGradient {
    RadialGradient(colors: colors, center: center, startRadius: startRadius, endRadius: endRadius)
  }
}

extension ShapeStyle where Self == AngularGradient {
  /// A gradient around a point.
  public static func angularGradient(
    _ gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(gradient: gradient, center: center, startAngle: startAngle, endAngle: endAngle)
  }

  /// A gradient around a point, of colours at equal angles.
  public static func angularGradient(
    colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle
  ) -> AngularGradient {
    AngularGradient(colors: colors, center: center, startAngle: startAngle, endAngle: endAngle)
  }
}
