// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that can be drawn with a distance to the sides of its space.
nonisolated public protocol InsettableShape: Shape {
  /// The type of the shape with an inset.
  associatedtype InsetShape: InsettableShape

  /// Returns this shape with a distance to each side of its space.
  ///
  /// A negative amount makes the shape larger.
  nonisolated func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape {
  /// Draws a border inside the outline of the shape.
  ///
  /// For a ``Circle`` or a shape of the application this needs a fixed frame directly around it.
  nonisolated public func strokeBorder<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View {
    inset(by: lineWidth / 2).stroke(content, lineWidth: lineWidth)
  }
}

/// A shape that CSS can draw, also with an inset.
nonisolated protocol SimpleInsettableShape: InsettableShape, SimpleShape {}

extension SimpleInsettableShape {
  /// Returns this shape with a distance to each side of its space.
  ///
  /// Round corners are smaller by the same length.
  ///
  /// Without a fixed frame directly around a ``Circle``, the distance is scaled with the circle,
  /// but the width of a line is not. `clipShape` ignores the distance of a circle.
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape {
    Inset(base: self, inset: amount)
  }
}

extension Rectangle: InsettableShape, SimpleInsettableShape {}
extension RoundedRectangle: InsettableShape, SimpleInsettableShape {}
extension Circle: InsettableShape, SimpleInsettableShape {}
extension Ellipse: InsettableShape, SimpleInsettableShape {}
extension Capsule: InsettableShape, SimpleInsettableShape {}
extension UnevenRoundedRectangle: InsettableShape, SimpleInsettableShape {}

/// A shape that CSS can draw, with a distance to each side of its space.
struct Inset<Base: InsettableShape & SimpleShape> {
  let base: Base
  let inset: CGFloat
}

extension Inset: InsettableShape, SimpleShape {
  nonisolated func path(in rect: CGRect) -> Path {
    let inside = rect.insetBy(dx: inset, dy: inset)
    return inside.isNull ? Path() : base.reduced(by: inset).path(in: inside)
  }

  nonisolated func inset(by amount: CGFloat) -> Inset<Base> {
    Inset(base: base, inset: inset + amount)
  }

  nonisolated var corners: String? { base.corners }
  nonisolated func clip(inset: CGFloat) -> String { base.clip(inset: self.inset + inset) }
  nonisolated var isRound: Bool { base.isRound }
  nonisolated var mirrored: Inset<Base>? {
    base.mirrored.map { Inset(base: $0, inset: inset) }
  }
}
