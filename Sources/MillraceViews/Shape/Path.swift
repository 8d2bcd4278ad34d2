// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An angle.
@frozen public struct Angle: Hashable, Comparable, Sendable {
  /// The angle in radians.
  public var radians: Double

  /// Creates an angle of zero.
  public init() { radians = 0 }

  /// Creates an angle in radians.
  public init(radians: Double) { self.radians = radians }

  /// Creates an angle in degrees.
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// The angle in degrees.
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  /// An angle of zero.
  public static let zero = Angle()

  /// Returns an angle in radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

  /// Returns an angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

  /// Whether one angle is smaller than another.
  public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
}

/// An outline that can be drawn.
@frozen public struct Path: Equatable, Sendable {
  /// One element of the path.
  @frozen public enum Element: Equatable, Sendable {
    /// The start of a new subpath at a point.
    case move(to: CGPoint)
    /// A straight line.
    case line(to: CGPoint)
    /// A curve with one control point.
    case quadCurve(to: CGPoint, control: CGPoint)
    /// A curve with two control points.
    case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
    /// A line back to the start of the subpath.
    case closeSubpath
  }

  private var elements: [Element] = []

  /// Creates an empty path.
  public init() {}

  /// Creates a path that a closure fills.
  public init(_ callback: (inout Path) -> Void) {
    callback(&self)
  }

  /// Creates the path of a rectangle.
  public init(_ rect: CGRect) {
    addRect(rect)
  }

  /// Creates the path of an ellipse.
  public init(ellipseIn rect: CGRect) {
    addEllipse(in: rect)
  }

  /// Creates the path of a rectangle with round corners.
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// The end point of the last element, or nil if there is none.
  ///
  /// After `closeSubpath`, it is the start of that subpath.
  public var currentPoint: CGPoint? {
    switch elements.last {
    case .move(let point), .line(let point), .quadCurve(let point, _), .curve(let point, _, _):
      point
    case .closeSubpath:
      elements.lazy.compactMap { if case .move(let point) = $0 { point } else { nil } }.last
    case nil: nil
    }
  }

  /// Calls a closure with each element.
  public func forEach(_ body: (Element) -> Void) { elements.forEach(body) }
}

extension Path {
  /// Starts a new subpath at a point.
  public mutating func move(to end: CGPoint) { elements.append(.move(to: end)) }

  /// Adds a straight line.
  ///
  /// Does nothing if the path is empty, because the line has no start.
  public mutating func addLine(to end: CGPoint) { extend(by: .line(to: end)) }

  /// Adds straight lines between points.
  ///
  /// The first point starts a new subpath.
  public mutating func addLines(_ lines: [CGPoint]) {
    for (index, point) in lines.enumerated() {
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
  }

  /// Adds a curve with one control point.
  ///
  /// Does nothing if the path is empty, because the curve has no start.
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    extend(by: .quadCurve(to: end, control: control))
  }

  /// Adds a curve with two control points.
  ///
  /// Does nothing if the path is empty, because the curve has no start.
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    extend(by: .curve(to: end, control1: control1, control2: control2))
  }

  /// Adds a line back to the start of the subpath.
  ///
  /// Does nothing if the path is empty.
  public mutating func closeSubpath() { extend(by: .closeSubpath) }

  /// Adds an element that begins at the current point.
  ///
  /// A browser draws nothing of a path that begins with such an element.
  private mutating func extend(by element: Element) {
    if !isEmpty { elements.append(element) }
  }

  /// Adds another path.
  public mutating func addPath(_ path: Path) { elements += path.elements }

  /// Adds a rectangle.
  public mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }

  /// Adds a rectangle with round corners.
  ///
  /// Corners that are too large for the rectangle are scaled down, in both directions together.
  public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize) {
    let most = rect.width + rect.height
    let (width, height) = (min(cornerSize.width, most), min(cornerSize.height, most))
    guard width > 0, height > 0 else { return addRect(rect) }
    let scale = min(1, rect.width / 2 / width, rect.height / 2 / height)
    let (rx, ry) = (width * scale, height * scale)
    guard rx > 0, ry > 0 else { return addRect(rect) }
    /// Adds a quarter of an ellipse from the current point to another one.
    func corner(_ end: CGPoint, _ middle: CGPoint) {
      let start = currentPoint ?? end
      addCurve(
        to: end, control1: Self.between(start, middle), control2: Self.between(end, middle))
    }
    move(to: CGPoint(x: rect.minX + rx, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX - rx, y: rect.minY))
    corner(CGPoint(x: rect.maxX, y: rect.minY + ry), CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - ry))
    corner(CGPoint(x: rect.maxX - rx, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX + rx, y: rect.maxY))
    corner(CGPoint(x: rect.minX, y: rect.maxY - ry), CGPoint(x: rect.minX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.minY + ry))
    corner(CGPoint(x: rect.minX + rx, y: rect.minY), CGPoint(x: rect.minX, y: rect.minY))
    closeSubpath()
  }

  /// Adds an ellipse.
  public mutating func addEllipse(in rect: CGRect) {
    addRoundedRect(
      in: rect, cornerSize: CGSize(width: rect.width / 2, height: rect.height / 2))
  }

  /// Adds an arc of a circle, after a line to the start of the arc if the path is not empty.
  ///
  /// The y axis points down. Therefore an arc with `clockwise` is drawn counterclockwise on the
  /// screen. An arc between equal angles is a point, and one over a full turn is a circle. Does
  /// nothing if an angle is not finite.
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    guard startAngle.radians.isFinite, endAngle.radians.isFinite else { return }
    let sweep = Self.sweep(from: startAngle.radians, to: endAngle.radians, clockwise: clockwise)
    let parts = Int((abs(sweep) / (.pi / 2)).rounded(.up))
    let turn = sweep / Double(max(parts, 1))
    let reach = 4 / 3 * tan(turn / 4) * Double(radius)
    func point(_ angle: Double, _ along: Double) -> CGPoint {
      CGPoint(
        x: Double(center.x) + Double(radius) * cos(angle) - along * sin(angle),
        y: Double(center.y) + Double(radius) * sin(angle) + along * cos(angle))
    }
    let start = point(startAngle.radians, 0)
    if isEmpty { move(to: start) } else { addLine(to: start) }
    for part in 0..<parts {
      let angle = startAngle.radians + turn * Double(part)
      addCurve(
        to: point(angle + turn, 0), control1: point(angle, reach),
        control2: point(angle + turn, -reach))
    }
  }

  /// The angle of an arc between two finite angles: at most a full turn, negative if `clockwise`.
  private static func sweep(from start: Double, to end: Double, clockwise: Bool) -> Double {
    // Angles that should be equal, or a full turn apart, can differ a little after rounding.
    let tolerance = 1e-9
    guard abs(end - start) > tolerance else { return 0 }
    let circle = 2 * Double.pi
    // The difference of two finite angles can be infinite, half of it cannot.
    let rest = (end / 2 - start / 2).truncatingRemainder(dividingBy: .pi) * 2
    let isWhole = min(abs(rest), circle - abs(rest)) < tolerance
    if isWhole { return clockwise ? -circle : circle }
    if clockwise { return rest > 0 ? rest - circle : rest }
    return rest < 0 ? rest + circle : rest
  }

  /// The control point of a quarter of an ellipse, between an end point and the corner.
  private static func between(_ end: CGPoint, _ corner: CGPoint) -> CGPoint {
    CGPoint(
      x: end.x + (corner.x - end.x) * 0.552_284_75, y: end.y + (corner.y - end.y) * 0.552_284_75)
  }

  /// The path in the format of SVG.
  ///
  /// - Complexity: O(n) in the number of elements. It does not allocate a string for each element.
  var svg: String {
    var text = PathText(steps: elements.count)
    for element in elements {
      switch element {
      case .move(let end): text.add("M", end)
      case .line(let end): text.addLine(to: end)
      case .quadCurve(let end, let control): text.add("Q", control, end)
      case .curve(let end, let control1, let control2): text.add("C", control1, control2, end)
      case .closeSubpath: text.close()
      }
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// Writes the text of a path for SVG.
private struct PathText {
  private(set) var bytes: [UInt8] = []
  private var last: CGPoint?

  init(steps: Int) {
    bytes.reserveCapacity(steps * 12)
  }

  mutating func add(
    _ letter: Unicode.Scalar, _ first: CGPoint, _ second: CGPoint? = nil, _ third: CGPoint? = nil
  ) {
    bytes.append(UInt8(ascii: letter))
    add(first)
    last = first
    if let second { addNext(second) }
    if let third { addNext(third) }
  }

  private mutating func addNext(_ point: CGPoint) {
    bytes.append(UInt8(ascii: " "))
    add(point)
    last = point
  }

  private mutating func add(_ point: CGPoint) {
    add(point.x)
    bytes.append(UInt8(ascii: " "))
    add(point.y)
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "Z"))
    last = nil
  }

  /// Adds a line.
  ///
  /// A line of length zero, which round line caps draw as a dot, is written in a shorter form.
  mutating func addLine(to end: CGPoint) {
    if end == last { bytes.append(contentsOf: "h0".utf8) } else { add("L", end) }
  }

  /// Writes a number in the format of ``InlineStyle/number(_:)``.
  private mutating func add(_ value: CGFloat) {
    guard value.isFinite else { return bytes.append(UInt8(ascii: "0")) }
    var rest = Int((min(max(value, -1_000_000), 1_000_000) * 1000).rounded())
    if rest < 0 {
      bytes.append(UInt8(ascii: "-"))
      rest = -rest
    }
    let (whole, part) = rest.quotientAndRemainder(dividingBy: 1000)
    add(digitsOf: whole, upTo: 1_000_000)
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (digit, below) = (100, part)
    while below > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(below / digit))
      below %= digit
      digit /= 10
    }
  }

  private mutating func add(digitsOf number: Int, upTo largest: Int) {
    var (digit, hasBegun) = (largest, false)
    while digit > 0 {
      let value = number / digit % 10
      hasBegun = hasBegun || value > 0 || digit == 1
      if hasBegun { bytes.append(UInt8(ascii: "0") + UInt8(value)) }
      digit /= 10
    }
  }
}
