// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Path {
  /// Returns the part of this path between two fractions of its length, each from 0 to 1.
  ///
  /// If an end of the part is inside a curve, its place is approximate.
  ///
  /// - Complexity: O(n) in the number of elements.
  public func trimmedPath(from: CGFloat, to: CGFloat) -> Path {
    let (start, end) = (min(max(from, 0), 1), min(max(to, 0), 1))
    guard start < end else { return Path() }
    if start == 0, end == 1 { return self }
    let curves = curves
    let whole = curves.reduce(0) { $0 + $1.length }
    var path = Path()
    var done: CGFloat = 0
    var point: CGPoint?
    for curve in curves where curve.length > 0 {
      let first = (start * whole - done) / curve.length
      let last = (end * whole - done) / curve.length
      done += curve.length
      guard first < 1, last > 0 else { continue }
      let part = curve.part(from: max(first, 0), to: min(last, 1))
      if point != part.start { path.move(to: part.start) }
      path.addCurve(to: part.end, control1: part.control1, control2: part.control2)
      point = part.end
    }
    return path
  }

  /// The lines and curves of the path.
  private var curves: [Curve] {
    var curves: [Curve] = []
    var (now, first) = (CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 0))
    func add(_ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
      curves.append(Curve(start: now, control1: control1, control2: control2, end: end))
      now = end
    }
    forEach { element in
      switch element {
      case .move(let end): (now, first) = (end, end)
      case .line(let end): add(now.toward(end, 1 / 3), now.toward(end, 2 / 3), end)
      case .quadCurve(let end, let control):
        add(now.toward(control, 2 / 3), end.toward(control, 2 / 3), end)
      case .curve(let end, let control1, let control2): add(control1, control2, end)
      case .closeSubpath: add(now.toward(first, 1 / 3), now.toward(first, 2 / 3), first)
      }
    }
    return curves
  }

  /// Returns the part of a closed path of curves that begins and ends a quarter of its length later
  /// than ``trimmedPath(from:to:)``.
  fileprivate func trimmedPathAfterQuarter(from: CGFloat, to: CGFloat) -> Path {
    let (start, end) = (min(max(from, 0), 1) + 0.25, min(max(to, 0), 1) + 0.25)
    if end <= 1 { return trimmedPath(from: start, to: end) }
    if start >= 1 { return trimmedPath(from: start - 1, to: end - 1) }
    if end - start == 1 { return self }
    var path = trimmedPath(from: start, to: 1)
    trimmedPath(from: 0, to: end - 1).forEach { element in
      guard case .curve(let end, let control1, let control2) = element else { return }
      path.addCurve(to: end, control1: control1, control2: control2)
    }
    return path
  }
}

/// A curve with two control points.
private struct Curve {
  let start: CGPoint
  let control1: CGPoint
  let control2: CGPoint
  let end: CGPoint
  let length: CGFloat

  /// The length is the sum of 32 lines.
  init(start: CGPoint, control1: CGPoint, control2: CGPoint, end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
    let points = [start, control1, control2, end]
    var length: CGFloat = 0
    var before = start
    for step in 1...32 {
      let next = Self.levels(points, CGFloat(step) / 32)[3][0]
      length += hypot(next.x - before.x, next.y - before.y)
      before = next
    }
    self.length = length
  }

  /// The points of the algorithm of de Casteljau: those of the curve, and three levels between
  /// them.
  private static func levels(_ points: [CGPoint], _ place: CGFloat) -> [[CGPoint]] {
    (0..<3).reduce(into: [points]) { levels, level in
      levels.append(zip(levels[level], levels[level].dropFirst()).map { $0.toward($1, place) })
    }
  }

  func part(from first: CGFloat, to last: CGFloat) -> Curve {
    let before = Self.levels([start, control1, control2, end], last).map { $0[0] }
    let after = Self.levels(before, first / last).map { $0[$0.count - 1] }
    return Curve(start: after[3], control1: after[2], control2: after[1], end: after[0])
  }
}

extension CGPoint {
  /// Returns the point at a fraction of the way to another point, which is exactly the other point
  /// after the whole way.
  fileprivate func toward(_ end: CGPoint, _ part: CGFloat) -> CGPoint {
    part == 1 ? end : CGPoint(x: x + (end.x - x) * part, y: y + (end.y - y) * part)
  }
}

/// A part of a shape's outline.
struct TrimmedShape<Base: Shape> {
  let base: Base
  let from: CGFloat
  let to: CGFloat
}

/// A part of a shape's outline whose type is not known.
protocol PartialShape {
  /// Whether the shape keeps its ratio of width to height if its size is not known.
  nonisolated var keepsRatio: Bool { get }
  /// Whether the outline is that of a whole circle or ellipse, which begins at the top.
  nonisolated var isRound: Bool { get }
  /// Whether it is a part of a `Path`, whose outline does not depend on the size.
  nonisolated var isOfPath: Bool { get }
}

extension TrimmedShape: Shape, PartialShape {
  nonisolated func path(in rect: CGRect) -> Path {
    let whole = base.path(in: rect)
    // The outlines of circles and ellipses begin at the top here, and at the right in SwiftUI.
    return isBaseRound
      ? whole.trimmedPathAfterQuarter(from: from, to: to)
      : whole.trimmedPath(from: from, to: to)
  }

  /// It is true for a circle, with or without an inset, and for a part of one.
  nonisolated var keepsRatio: Bool {
    (base as? any SimpleShape).map { $0.corners == nil }
      ?? ((base as? any PartialShape)?.keepsRatio == true)
  }

  nonisolated var isRound: Bool { isBaseRound && from <= 0 && to >= 1 }

  nonisolated var isOfPath: Bool {
    base is Path || (base as? any PartialShape)?.isOfPath == true
  }

  private nonisolated var isBaseRound: Bool {
    (base as? any SimpleShape)?.isRound ?? (base as? any PartialShape)?.isRound ?? false
  }
}

extension Shape {
  /// Returns the part of this shape between two fractions of the length of its outline, each from
  /// 0 to 1.
  ///
  /// The outline of a circle or an ellipse begins at the right and turns clockwise. That of a
  /// rectangle or a capsule begins at the upper left corner; in SwiftUI one with round corners
  /// begins at the right.
  ///
  /// A change of the part is not animated on a page. Without a fixed frame directly around the
  /// shape, shapes other than circles are computed for 100 by 100 points and stretched.
  ///
  /// ```swift
  /// Circle().trim(from: 0, to: progress).stroke(.blue, lineWidth: 8)
  ///   .rotationEffect(.degrees(-90)).frame(width: 60, height: 60)
  /// ```
  nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1)
    -> some Shape
  {
    TrimmedShape(base: self, from: startFraction, to: endFraction)
  }
}
