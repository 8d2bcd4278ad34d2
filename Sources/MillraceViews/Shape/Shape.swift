// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that can be drawn in any size.
///
/// If a frame with a fixed width and height is directly around the shape, the outline is computed
/// for that size. Otherwise the outline of a shape of the application is computed for 100 by 100
/// points and stretched to the available space.
///
/// ```swift
/// struct Triangle: Shape {
///   func path(in rect: CGRect) -> Path {
///     Path { path in
///       path.move(to: CGPoint(x: rect.midX, y: rect.minY))
///       path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
///       path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
///       path.closeSubpath()
///     }
///   }
/// }
/// ```
nonisolated public protocol Shape: Sendable, View {
  /// Returns the outline in a rectangle.
  nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
  /// The shape, filled with the colour of text.
  public var body: _ShapeView<Self, ForegroundStyle> { fill(.foreground) }

  /// Fills the shape with a style.
  ///
  /// A gradient in a shape of the application needs a fixed frame directly around the shape, and so
  /// does a stroke with a gradient that is dashed or on top of a fill. Otherwise the shape is drawn
  /// for a square and stretched.
  nonisolated public func fill<S: ShapeStyle>(
    _ content: S = .foreground, style: FillStyle = FillStyle()
  ) -> _ShapeView<Self, S> {
    _ShapeView(
      shape: self, paint: ShapePaint(fill: Ink(content), isEvenOdd: style.isEOFilled))
  }

  /// Draws the outline of the shape.
  nonisolated public func stroke<S: ShapeStyle>(
    _ content: S, style: StrokeStyle, antialiased: Bool = true
  ) -> _ShapeView<Self, S> {
    _ShapeView(shape: self, paint: ShapePaint(stroke: Ink(content), style: style))
  }

  /// Draws the outline of the shape.
  nonisolated public func stroke<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> _ShapeView<Self, S> {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws the outline of the shape in the colour of text.
  nonisolated public func stroke(lineWidth: CGFloat = 1) -> some View {
    stroke(.foreground, lineWidth: lineWidth)
  }

  /// Draws the outline of the shape in the colour of text.
  nonisolated public func stroke(style: StrokeStyle) -> some View {
    stroke(.foreground, style: style)
  }
}

/// The rule for the inside of an outline that crosses itself.
@frozen public struct FillStyle: Equatable, Sendable {
  /// Whether an area that the outline encloses twice is outside.
  public var isEOFilled: Bool
  /// Whether the edges are smooth.
  ///
  /// On a page they are always smooth.
  public var isAntialiased: Bool

  /// Creates a rule.
  @inlinable public init(eoFill: Bool = false, antialiased: Bool = true) {
    isEOFilled = eoFill
    isAntialiased = antialiased
  }
}

/// The style of a line.
///
/// All of it is certain to have an effect on a ``Circle``, on a shape of the application, and on a
/// shape with a fixed frame directly around it and without a gradient or a material. For any other
/// shape, a page can ignore the forms of ends and corners, and the lengths of dashes.
@frozen public struct StrokeStyle: Equatable, Sendable {
  /// The width of the line.
  public var lineWidth: CGFloat
  /// The form of the ends of the line.
  public var lineCap: LineCap
  /// The form of the corners of the line.
  public var lineJoin: LineJoin
  /// The lengths of dashes and gaps.
  ///
  /// It is empty for a solid line.
  public var dash: [CGFloat]

  /// The forms of the ends of a line.
  public enum LineCap: String, Sendable { case butt, round, square }
  /// The forms of the corners of a line.
  public enum LineJoin: String, Sendable { case miter, round, bevel }

  /// Creates a style.
  public init(
    lineWidth: CGFloat = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter,
    dash: [CGFloat] = []
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.dash = dash
  }
}

/// A rectangle.
@frozen public struct Rectangle {
  /// Creates a rectangle.
  @inlinable nonisolated public init() {}
}

/// A rectangle with round corners.
@frozen public struct RoundedRectangle {
  /// The size of the corners.
  public var cornerSize: CGSize

  /// Creates a rectangle with corners of a size.
  nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
    self.cornerSize = cornerSize
  }

  /// Creates a rectangle with corners of a radius.
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
  }
}

/// The curve of round corners.
///
/// A page draws both styles as arcs of circles.
public enum RoundedCornerStyle: Sendable {
  /// Arcs of circles.
  case circular
  /// Curves with a smooth transition to the sides.
  case continuous
}

/// The largest circle that fits into the space.
@frozen public struct Circle {
  /// Creates a circle.
  @inlinable nonisolated public init() {}
}

/// An ellipse.
@frozen public struct Ellipse {
  /// Creates an ellipse.
  @inlinable nonisolated public init() {}
}

/// A rectangle whose short sides are semicircles.
@frozen public struct Capsule {
  /// Creates a capsule.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
}

extension Rectangle: Shape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path { Path(rect) }
  nonisolated var corners: String? { "0" }
}

extension RoundedRectangle: Shape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path { $0.addRoundedRect(in: rect, cornerSize: cornerSize) }
  }

  nonisolated func reduced(by inset: CGFloat) -> RoundedRectangle {
    guard cornerSize.width > 0, cornerSize.height > 0 else { return self }
    return RoundedRectangle(
      cornerSize: CGSize(
        width: max(cornerSize.width - inset, 0), height: max(cornerSize.height - inset, 0)))
  }

  nonisolated var corners: String? {
    // A browser scales large lengths down. An infinite one would be `100%`, which is an ellipse.
    [cornerSize.width, cornerSize.height].map { InlineStyle.length(min(max($0, 0), 9999)) }
      .joined(separator: " / ")
  }
}

extension Circle: Shape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    let size = min(rect.width, rect.height)
    return Path(
      ellipseIn: CGRect(
        x: rect.midX - size / 2, y: rect.midY - size / 2, width: size, height: size))
  }

  /// The inset is ignored: CSS has no calculation with the radius.
  nonisolated func clip(inset: CGFloat) -> String { "circle()" }
  /// It is nil: in a space that is not square, `border-radius` would draw an ellipse.
  nonisolated var corners: String? { nil }
  nonisolated var isRound: Bool { true }
}

extension Ellipse: Shape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  nonisolated func clip(inset: CGFloat) -> String {
    guard inset != 0 else { return "ellipse()" }
    let radius = "calc(50% - \(InlineStyle.length(inset)))"
    return "ellipse(\(radius) \(radius))"
  }
  nonisolated var corners: String? { "50%" }
  nonisolated var isRound: Bool { true }
}

extension Capsule: Shape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  nonisolated var corners: String? { "9999px" }
}

extension Path: Shape {
  /// Returns the path itself.
  ///
  /// The rectangle is ignored.
  nonisolated public func path(in rect: CGRect) -> Path { self }
}

/// A shape that CSS can draw.
protocol SimpleShape {
  /// The distance from each side of the space to the shape.
  nonisolated var inset: CGFloat { get }
  /// The value of `clip-path` for the shape with a larger inset.
  nonisolated func clip(inset: CGFloat) -> String
  /// The value of `border-radius` for an element with the shape without its inset, or nil if there
  /// is none.
  nonisolated var corners: String? { get }
  /// The shape that has the outline of this one after an inset, in the smaller space.
  nonisolated func reduced(by inset: CGFloat) -> Self
  /// The shape for a page on which text runs from right to left, or nil if it is this one.
  nonisolated var mirrored: Self? { get }
  /// Whether the outline is that of a circle or an ellipse.
  nonisolated var isRound: Bool { get }
}

extension SimpleShape {
  nonisolated var inset: CGFloat { 0 }

  nonisolated func clip(inset: CGFloat) -> String {
    let distance = inset == 0 ? "0" : InlineStyle.length(inset)
    return "inset(\(distance) round \(reduced(by: inset).corners ?? "0"))"
  }

  nonisolated func reduced(by inset: CGFloat) -> Self { self }
  nonisolated var mirrored: Self? { nil }
  nonisolated var isRound: Bool { false }
}

extension Box {
  /// The box of a view that is clipped to a shape.
  static func clip(to shape: some Shape) -> Box {
    let simple = shape as? any SimpleShape
    var box = Box(name: "mv-g mv-clip")
    if let simple, let mirrored = simple.mirrored {
      box.name = "mv-g mv-clip mv-clip-sides"
      box.style.set(.clip, simple.clip(inset: 0))
      box.style.set(.mirroredClip, mirrored.clip(inset: 0))
    } else {
      box.style.set(.clipPath, simple?.clip(inset: 0))
    }
    return box
  }
}

extension View {
  /// Clips this view to a shape.
  ///
  /// With a shape of the application or a ``Path``, the view is clipped to its frame only, because
  /// the outline is not known for the size that the browser computes.
  nonisolated public func clipShape<S: Shape>(
    _ shape: S, style: FillStyle = FillStyle()
  ) -> some View {
    BoxedView(self, .clip(to: shape))
  }

  /// Clips this view to its frame.
  nonisolated public func clipped(antialiased: Bool = false) -> some View {
    clipShape(Rectangle())
  }

  /// Rounds the corners of this view.
  nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  /// Fills a shape behind this view with a style.
  nonisolated public func background<S: ShapeStyle, T: Shape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background { shape.fill(style, style: fillStyle) }
  }

  /// Fills a shape behind this view with the background of the page.
  nonisolated public func background<T: Shape>(
    in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background(.background, in: shape, fillStyle: fillStyle)
  }

  /// Fills a shape on top of this view with a style.
  nonisolated public func overlay<S: ShapeStyle, T: Shape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    overlay { shape.fill(style, style: fillStyle) }
  }

  /// Rotates this view.
  ///
  /// The layout of other views does not change.
  nonisolated public func rotationEffect(
    _ angle: Angle, anchor: UnitPoint = .center
  ) -> some View {
    let style = InlineStyle().with(.rotate, "\(InlineStyle.number(CGFloat(angle.degrees)))deg")
      .with(.transformOrigin, anchor.css)
    return boxed(style)
  }

  /// Returns this view.
  ///
  /// The shape is ignored: on a page the whole view can be pressed.
  nonisolated public func contentShape<S: Shape>(
    _ shape: S, eoFill: Bool = false
  ) -> some View { self }
}
