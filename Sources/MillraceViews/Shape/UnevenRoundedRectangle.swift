// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The radii of the four corners of a rectangle.
@frozen public struct RectangleCornerRadii: Equatable, Sendable {
  /// The radius of the upper corner at the edge where a line of text starts.
  public var topLeading: CGFloat
  /// The radius of the lower corner at the edge where a line of text starts.
  public var bottomLeading: CGFloat
  /// The radius of the lower corner at the edge where a line of text ends.
  public var bottomTrailing: CGFloat
  /// The radius of the upper corner at the edge where a line of text ends.
  public var topTrailing: CGFloat

  /// Creates radii.
  public init(
    topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0,
    topTrailing: CGFloat = 0
  ) {
    self.topLeading = topLeading
    self.bottomLeading = bottomLeading
    self.bottomTrailing = bottomTrailing
    self.topTrailing = topTrailing
  }
}

/// A rectangle whose corners have different radii.
///
/// ```swift
/// Text("Hello").padding()
///   .background(.blue, in: .rect(topLeadingRadius: 12, bottomTrailingRadius: 12))
/// ```
///
/// On a page on which text runs from right to left, the leading corners are on the right.
@frozen public struct UnevenRoundedRectangle {
  /// The radii.
  public var cornerRadii: RectangleCornerRadii
  /// The curve of the corners.
  public var style: RoundedCornerStyle

  /// Creates a rectangle with the radii of its corners.
  public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
    self.cornerRadii = cornerRadii
    self.style = style
  }

  /// Creates a rectangle with the radius of each corner.
  public init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0,
    bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
    style: RoundedCornerStyle = .continuous
  ) {
    self.init(
      cornerRadii: RectangleCornerRadii(
        topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius,
        bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius),
      style: style)
  }
}

extension UnevenRoundedRectangle: Shape, SimpleShape {
  /// The outline, with the leading corners on the left.
  nonisolated public func path(in rect: CGRect) -> Path {
    // As in CSS, all radii are scaled down together if two of them do not fit on a side.
    let radii = clockwise.map { min(max($0, 0), rect.width + rect.height) }
    let sides = [rect.width, rect.height, rect.width, rect.height]
    let scale = zip(sides, radii.indices).reduce(1) { scale, next in
      let both = radii[next.1] + radii[(next.1 + 1) % 4]
      return both > next.0 ? min(scale, next.0 / both) : scale
    }
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    let along = [(1, 0), (0, 1), (-1, 0), (0, -1)] as [(CGFloat, CGFloat)]
    return Path { path in
      for (index, corner) in corners.enumerated() {
        let radius = radii[index] * scale
        let (into, out) = (along[(index + 3) % 4], along[index])
        func point(_ before: CGFloat, _ after: CGFloat) -> CGPoint {
          CGPoint(
            x: corner.x - into.0 * before + out.0 * after,
            y: corner.y - into.1 * before + out.1 * after)
        }
        let start = point(radius, 0)
        if index == 0 { path.move(to: start) } else { path.addLine(to: start) }
        // The distance of the control points of a quarter of a circle from the corner.
        let rest = radius * 0.447_715_25
        if radius > 0 {
          path.addCurve(
            to: point(0, radius), control1: point(rest, 0), control2: point(0, rest))
        }
      }
      path.closeSubpath()
    }
  }

  /// The radii from the upper left corner.
  nonisolated private var clockwise: [CGFloat] {
    [
      cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing,
      cornerRadii.bottomLeading,
    ]
  }

  nonisolated func reduced(by inset: CGFloat) -> UnevenRoundedRectangle {
    func less(_ radius: CGFloat) -> CGFloat { radius > 0 ? max(radius - inset, 0) : radius }
    return UnevenRoundedRectangle(
      cornerRadii: RectangleCornerRadii(
        topLeading: less(cornerRadii.topLeading), bottomLeading: less(cornerRadii.bottomLeading),
        bottomTrailing: less(cornerRadii.bottomTrailing),
        topTrailing: less(cornerRadii.topTrailing)),
      style: style)
  }

  nonisolated var corners: String? {
    clockwise.map { InlineStyle.length(min(max($0, 0), 9999)) }.joined(separator: " ")
  }

  nonisolated var mirrored: UnevenRoundedRectangle? {
    UnevenRoundedRectangle(
      cornerRadii: RectangleCornerRadii(
        topLeading: cornerRadii.topTrailing, bottomLeading: cornerRadii.bottomTrailing,
        bottomTrailing: cornerRadii.bottomLeading, topTrailing: cornerRadii.topLeading),
      style: style)
  }
}

extension Shape where Self == UnevenRoundedRectangle {
  /// A rectangle with the radii of its corners.
  nonisolated public static func rect(
    cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
  ) -> UnevenRoundedRectangle {
    UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style)
  }

  /// A rectangle with the radius of each corner.
  nonisolated public static func rect(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0,
    bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
    style: RoundedCornerStyle = .continuous
  ) -> UnevenRoundedRectangle {
    UnevenRoundedRectangle(
      topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius,
      bottomTrailingRadius: bottomTrailingRadius, topTrailingRadius: topTrailingRadius,
      style: style)
  }
}

extension Shape where Self == Rectangle {
  /// A rectangle.
  nonisolated public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  /// A rectangle with corners of a size.
  nonisolated public static func rect(
    cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) -> RoundedRectangle {
    RoundedRectangle(cornerSize: cornerSize, style: style)
  }

  /// A rectangle with corners of a radius.
  nonisolated public static func rect(
    cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius, style: style)
  }
}

extension Shape where Self == Capsule {
  /// A capsule.
  nonisolated public static var capsule: Capsule { Capsule() }

  /// A capsule with a curve of its corners.
  nonisolated public static func capsule(style: RoundedCornerStyle) -> Capsule {
    Capsule(style: style)
  }
}

extension Shape where Self == Circle {
  /// The largest circle that fits into the space.
  nonisolated public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
  /// An ellipse.
  nonisolated public static var ellipse: Ellipse { Ellipse() }
}
