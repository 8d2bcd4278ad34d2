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

  /// The colours between two colours.
  public enum ColorSpace: Hashable, Sendable {
    /// Mixtures of the components of sRGB.
    case device
    /// Mixtures that look evenly spaced.
    case perceptual
  }

  /// The colours with their places.
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

/// A gradient with the line, circle or angle on which its colours lie.
struct GradientFill: Hashable, Sendable {
  /// The places in which the colours lie.
  enum Form: Hashable {
    case linear(from: UnitPoint, to: UnitPoint)
    /// A circle, whose radii are in points.
    case radial(UnitPoint, from: CGFloat, to: CGFloat)
    /// An ellipse, whose radii are parts of the width and the height.
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

  /// The gradient as an image of CSS.
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
      // CSS begins at the top, and angles begin at the right.
      let first = InlineStyle.number(CGFloat(min(start.degrees, end.degrees) + 90))
      let sweep = CGFloat(end.degrees - start.degrees)
      let list = list(from: max(-sweep, 0), to: max(sweep, 0), "deg")
      return "conic-gradient(from \(first)deg at \(center.css),\(list))"
    }
  }

  /// The colours with their places between two lengths, in the order of the places.
  private func list(from start: CGFloat, to end: CGFloat, _ unit: String = "%") -> String {
    let sorted = end < start ? Array(stops.reversed()) : stops
    return sorted.map { stop in
      let place = start + min(max(stop.location, 0), 1) * (end - start)
      return "\(stop.color.css) \(InlineStyle.number(place))\(unit)"
    }
    .joined(separator: ",")
  }

  /// The line of a linear gradient, as a direction of CSS and two places in percent.
  private struct Line {
    let direction: String
    let start: CGFloat
    let end: CGFloat

    /// It is nil if the points are equal, or not finite.
    ///
    /// CSS computes a direction with two sides for the corners of any rectangle. A line that is
    /// neither horizontal nor vertical nor parallel to a diagonal is computed for a square.
    init?(from start: UnitPoint, to end: UnitPoint) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = hypot(dx, dy)
      guard length > 0, length.isFinite else { return nil }
      let angle = atan2(dx, -dy)
      // The part of CSS's own line before a point, for a square.
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
/// On a page the leading edge is the left one, also if text runs from right to left. A line that is
/// neither horizontal nor vertical nor parallel to a diagonal is computed as for a square.
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
/// As a view, it fills the available space.
public struct RadialGradient: Sendable {
  let fill: GradientFill

  /// Creates a gradient between two radii.
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
/// As a view, it fills the available space.
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
/// available space. Outside of its angles, a page shows the last colour up to the angle at which
/// the gradient begins.
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

/// The gradient of a colour: from a slightly lighter one at the top to the colour at the bottom.
///
/// ```swift
/// Capsule().fill(.blue.gradient)
/// ```
public struct AnyGradient: Hashable, Sendable {
  private let gradient: Gradient

  /// Erases the type of a gradient.
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
