// SPDX-License-Identifier: Apache-2.0

public protocol ShapeStyle: Sendable {}
@frozen public struct Color: Hashable, CustomStringConvertible, Sendable {
  public init(white: Double) {}
  public var description: String { fatalError() }
  public static let red = Color(white: 0)
  public static let orange = Color(white: 0)
  public static let yellow = Color(white: 0)
  public static let green = Color(white: 0)
  public static let blue = Color(white: 0)
  public static let purple = Color(white: 0)
  public static let pink = Color(white: 0)
  public static let gray = Color(white: 0)
  public static let black = Color(white: 0)
  public static let white = Color(white: 0)
  public static let primary = Color(white: 0)
  public static let secondary = Color(white: 0)
  public static var accentColor: Color { fatalError() }
}
extension Color: ShapeStyle {}
extension Color: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@frozen public struct HierarchicalShapeStyle: ShapeStyle {
  init() {}
}
extension ShapeStyle where Self == Color {
  public static var red: Color { .red }
  public static var orange: Color { .orange }
  public static var yellow: Color { .yellow }
  public static var green: Color { .green }
  public static var blue: Color { .blue }
  public static var purple: Color { .purple }
  public static var pink: Color { .pink }
  public static var gray: Color { .gray }
  public static var black: Color { .black }
  public static var white: Color { .white }
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
@frozen public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public static let title = Font()
  public static let title2 = Font()
  public static let title3 = Font()
  public static let headline = Font()
  public static let subheadline = Font()
  public static let body = Font()
  public static let callout = Font()
  public static let footnote = Font()
  public static let caption = Font()
  public static let caption2 = Font()
}
@frozen public enum Axis: Int8, CaseIterable, Sendable {
  case horizontal, vertical
}
@frozen public enum Edge: Int8, CaseIterable, Sendable {
  case top, leading, bottom, trailing
  @frozen public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let all: Set = [.top, .leading, .bottom, .trailing]
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public init(_ e: Edge) { fatalError() }
  }
}
@frozen public struct EdgeInsets: Equatable, Sendable {
  public init() {}
}
@frozen public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
  public static let trailing = HorizontalAlignment()
}
@frozen public struct VerticalAlignment: Equatable, Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
  public static let bottom = VerticalAlignment()
  public static let firstTextBaseline = VerticalAlignment()
  public static let lastTextBaseline = VerticalAlignment()
}
@frozen public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
  public static let trailing = Alignment()
  public static let top = Alignment()
  public static let bottom = Alignment()
  public static let topLeading = Alignment()
  public static let topTrailing = Alignment()
  public static let bottomLeading = Alignment()
  public static let bottomTrailing = Alignment()
}
