// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that is drawn, in any size.
///
/// A page draws the outline for the size of a fixed frame right around the shape. Elsewhere it
/// draws it for 100 by 100 points and stretches it to the room that there is.
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
  /// The outline in a rectangle.
  nonisolated func path(in rect: CGRect) -> Path
}

/// A shape that can be drawn inside of its own outline.
nonisolated public protocol InsettableShape: Shape {}

extension Shape {
  /// The shape, in the colour of text.
  public var body: _ShapeView<Self, ForegroundStyle> {
    _ShapeView(shape: self, paint: ShapePaint(fill: .primary))
  }

  /// Fills the shape with a style.
  nonisolated public func fill<S: ShapeStyle>(_ content: S) -> _ShapeView<Self, S> {
    _ShapeView(shape: self, paint: ShapePaint(fill: content._color))
  }

  /// Draws the outline of the shape.
  nonisolated public func stroke<S: ShapeStyle>(
    _ content: S, style: StrokeStyle, antialiased: Bool = true
  ) -> _ShapeView<Self, S> {
    _ShapeView(shape: self, paint: ShapePaint(stroke: content._color, style: style))
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
}

extension InsettableShape {
  /// Draws a line inside of the outline of the shape.
  nonisolated public func strokeBorder<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View {
    var paint = ShapePaint(stroke: content._color, style: StrokeStyle(lineWidth: lineWidth))
    paint.inset = lineWidth / 2
    return _ShapeView<Self, S>(shape: self, paint: paint)
  }
}

/// How a line is drawn.
@frozen public struct StrokeStyle: Equatable, Sendable {
  /// The width of the line.
  public var lineWidth: CGFloat
  /// The form of its ends.
  public var lineCap: LineCap
  /// The form of its corners.
  public var lineJoin: LineJoin
  /// The lengths of dashes and gaps; none for a line without gaps.
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

/// The curve of round corners; a page draws both as parts of circles.
public enum RoundedCornerStyle: Sendable {
  /// Parts of circles.
  case circular
  /// Curves without a visible beginning.
  case continuous
}

/// A circle, as large as fits.
@frozen public struct Circle {
  /// Creates a circle.
  @inlinable nonisolated public init() {}
}

/// An ellipse.
@frozen public struct Ellipse {
  /// Creates an ellipse.
  @inlinable nonisolated public init() {}
}

/// A rectangle whose short sides are half circles.
@frozen public struct Capsule {
  /// Creates a capsule.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
}

extension Rectangle: InsettableShape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path { Path(rect) }
  nonisolated var clip: String { "inset(0)" }
  nonisolated var corners: String? { "0" }
}

extension RoundedRectangle: InsettableShape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path { $0.addRoundedRect(in: rect, cornerSize: cornerSize) }
  }

  nonisolated var clip: String {
    "inset(0 round \(corners ?? "0"))"
  }

  nonisolated var corners: String? {
    "\(InlineStyle.length(max(cornerSize.width, 0))) / "
      + InlineStyle.length(max(cornerSize.height, 0))
  }
}

extension Circle: InsettableShape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    let size = min(rect.width, rect.height)
    return Path(
      ellipseIn: CGRect(
        x: rect.midX - size / 2, y: rect.midY - size / 2, width: size, height: size))
  }

  nonisolated var clip: String { "circle()" }
  /// A circle that is stretched would be none.
  nonisolated var corners: String? { nil }
}

extension Ellipse: InsettableShape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  nonisolated var clip: String { "ellipse()" }
  nonisolated var corners: String? { "50%" }
}

extension Capsule: InsettableShape, SimpleShape {
  /// The outline.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }

  nonisolated var clip: String { "inset(0 round 9999px)" }
  nonisolated var corners: String? { "9999px" }
}

extension Path: Shape {
  /// The path itself, wherever the rectangle is.
  nonisolated public func path(in rect: CGRect) -> Path { self }
}

/// A shape that CSS knows.
protocol SimpleShape {
  /// The shape of a room that is cut out.
  nonisolated var clip: String { get }
  /// The corners of a room of this shape; nil if a room cannot have it.
  nonisolated var corners: String? { get }
}

extension View {
  /// Shows only what is inside of a shape.
  ///
  /// A shape of the application does not cut anything: a page does not know its outline in a size
  /// that the browser finds.
  nonisolated public func clipShape<S: Shape>(_ shape: S) -> some View {
    let clip = (shape as? any SimpleShape)?.clip
    return BoxedView(
      self, Box(name: "mv-g mv-clip", style: InlineStyle().with(.clipPath, clip)))
  }

  /// Shows only what is inside of the room of this view.
  nonisolated public func clipped(antialiased: Bool = false) -> some View {
    clipShape(Rectangle())
  }

  /// Rounds the corners of this view.
  nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  /// Fills a shape behind this view with a style.
  nonisolated public func background<S: ShapeStyle, T: Shape>(
    _ style: S, in shape: T
  ) -> some View {
    background { shape.fill(style) }
  }

  /// Turns this view; its neighbours stay where they are.
  nonisolated public func rotationEffect(
    _ angle: Angle, anchor: UnitPoint = .center
  ) -> some View {
    let style = InlineStyle().with(.rotate, "\(InlineStyle.number(CGFloat(angle.degrees)))deg")
      .with(.transformOrigin, anchor.css)
    return BoxedView(self, Box(name: "mv-g", style: style))
  }

  /// Says which part of this view can be pressed; on a page it is all of it.
  nonisolated public func contentShape<S: Shape>(_ shape: S) -> some View { self }
}
