// SPDX-License-Identifier: Apache-2.0

// Shapes and paths.

@frozen public struct FillStyle: Equatable, Sendable {
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}
@frozen public struct StrokeStyle: Equatable, Sendable {
  public init(
    lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter,
    miterLimit: CGFloat = 10, dash: [CGFloat] = [CGFloat](), dashPhase: CGFloat = 0
  ) {}
}
public enum CGLineCap: Sendable { case butt, round, square }
public enum CGLineJoin: Sendable { case miter, round, bevel }
@frozen public struct Angle: Hashable, Comparable, Sendable {
  public var radians: Double
  public var degrees: Double { fatalError() }
  public init() { fatalError() }
  public init(radians: Double) { fatalError() }
  public init(degrees: Double) { fatalError() }
  public static func radians(_ radians: Double) -> Angle { fatalError() }
  public static func degrees(_ degrees: Double) -> Angle { fatalError() }
  public static let zero = Angle()
  public static func < (lhs: Angle, rhs: Angle) -> Bool { fatalError() }
}
// In the real SwiftUI, an attribute that the compiler knows removes the isolation of `View` here.
nonisolated public protocol Shape: Sendable, View {
  nonisolated func path(in rect: CGRect) -> Path
}
nonisolated public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  nonisolated func inset(by amount: CGFloat) -> InsetShape
}
extension Shape {
  public var body: _ShapeView<Self, ForegroundStyle> { fatalError() }
  nonisolated public func fill<S>(_ content: S = .foreground, style: FillStyle = FillStyle())
    -> _ShapeView<Self, S> where S: ShapeStyle
  { fatalError() }
  nonisolated public func stroke<S>(
    _ content: S, style: StrokeStyle, antialiased: Bool = true
  ) -> StrokeShapeView<Self, S, EmptyView> where S: ShapeStyle { fatalError() }
  nonisolated public func stroke<S>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> StrokeShapeView<Self, S, EmptyView> where S: ShapeStyle { fatalError() }
  nonisolated public func stroke(lineWidth: CGFloat = 1) -> some Shape { Rectangle() }
}
extension InsettableShape {
  nonisolated public func strokeBorder<S>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> StrokeBorderShapeView<Self, S, EmptyView> where S: ShapeStyle { fatalError() }
}
@MainActor @frozen @preconcurrency
public struct StrokeBorderShapeView<Content, Style, Background>: View
where Content: InsettableShape, Style: ShapeStyle, Background: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @frozen @preconcurrency
public struct _ShapeView<Content, Style>: View where Content: Shape, Style: ShapeStyle {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @frozen @preconcurrency
public struct StrokeShapeView<Content, Style, Background>: View
where Content: Shape, Style: ShapeStyle, Background: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension _ShapeView {
  nonisolated public func stroke<S>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> StrokeShapeView<Content, S, Self> where S: ShapeStyle { fatalError() }
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }
@frozen public struct Rectangle: InsettableShape {
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
  @inlinable nonisolated public init() {}
}
@frozen public struct RoundedRectangle: InsettableShape {
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
  nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {}
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}
@frozen public struct Circle: InsettableShape {
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
  @inlinable nonisolated public init() {}
}
@frozen public struct Ellipse: InsettableShape {
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
  @inlinable nonisolated public init() {}
}
@frozen public struct Capsule: InsettableShape {
  nonisolated public func path(in rect: CGRect) -> Path { fatalError() }
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
}
@frozen public struct Path: Equatable, @unchecked Sendable {
  public init() {}
  public init(_ rect: CGRect) {}
  public init(ellipseIn rect: CGRect) {}
  public init(
    roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) {}
  public init(_ callback: (inout Path) -> Void) {}
  public var isEmpty: Bool { fatalError() }
  public var currentPoint: CGPoint? { fatalError() }
  public mutating func move(to end: CGPoint) {}
  public mutating func addLine(to end: CGPoint) {}
  public mutating func addLines(_ lines: [CGPoint]) {}
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {}
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {}
  public mutating func addRect(_ rect: CGRect) {}
  public mutating func addEllipse(in rect: CGRect) {}
  public mutating func closeSubpath() {}
}
extension Path: Shape {
  nonisolated public func path(in _: CGRect) -> Path { fatalError() }
}
