// SPDX-License-Identifier: Apache-2.0

import Foundation

@frozen public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
  public init(stringInterpolation: StringInterpolation) { fatalError() }
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ string: String) {}
    public mutating func appendInterpolation<T>(_ value: T) where T: _FormatSpecifiable {}
    public mutating func appendInterpolation<T>(_ value: T, specifier: String)
    where T: _FormatSpecifiable {}
    public mutating func appendInterpolation(_ text: Text) {}
    public mutating func appendInterpolation(_ image: Image) {}
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {}
    public mutating func appendInterpolation<F>(_ input: F.FormatInput, format: F)
    where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {}
    public mutating func appendInterpolation<Subject>(
      _ subject: Subject, formatter: Formatter? = nil
    ) where Subject: ReferenceConvertible {}
    public mutating func appendInterpolation<Subject>(
      _ subject: Subject, formatter: Formatter? = nil
    ) where Subject: NSObject {}
    public typealias StringLiteralType = String
  }
  public static func == (a: LocalizedStringKey, b: LocalizedStringKey) -> Bool { fatalError() }
}
@available(*, unavailable) extension LocalizedStringKey: Sendable {}
public protocol _FormatSpecifiable: Equatable {
  var _specifier: String { get }
}
extension _FormatSpecifiable {
  public var _specifier: String { fatalError() }
}
extension Int: _FormatSpecifiable {}
extension Int8: _FormatSpecifiable {}
extension Int16: _FormatSpecifiable {}
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt8: _FormatSpecifiable {}
extension UInt16: _FormatSpecifiable {}
extension UInt32: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}

@frozen public struct Text: Equatable, Sendable {
  @inlinable public init(verbatim content: String) { fatalError() }
  public init(_ image: Image) { fatalError() }
  @_disfavoredOverload public init<S>(_ content: S) where S: StringProtocol { fatalError() }
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) { fatalError() }
  public static func == (a: Text, b: Text) -> Bool { fatalError() }
}
extension Text: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension Text {
  public static func + (lhs: Text, rhs: Text) -> Text { fatalError() }
  public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { self }
  public func font(_ font: Font?) -> Text { self }
  public func bold() -> Text { self }
  public func bold(_ isActive: Bool) -> Text { self }
  public func italic() -> Text { self }
  public func italic(_ isActive: Bool) -> Text { self }
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }
  public func foregroundColor(_ color: Color?) -> Text { self }
  public func monospaced(_ isActive: Bool = true) -> Text { self }
  public func monospacedDigit() -> Text { self }
  public func fontDesign(_ design: Font.Design?) -> Text { self }
  public func kerning(_ kerning: CGFloat) -> Text { self }
  public func tracking(_ tracking: CGFloat) -> Text { self }
  public func baselineOffset(_ baselineOffset: CGFloat) -> Text { self }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
  public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil
  ) -> Text { self }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
  public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern, color: Color? = nil
  ) -> Text { self }
}
extension Text {
  public struct LineStyle: Hashable, Sendable {
    public struct Pattern: Sendable {
      public static let solid = Pattern()
      public static let dot = Pattern()
      public static let dash = Pattern()
      public static let dashDot = Pattern()
      public static let dashDotDot = Pattern()
    }
  }
  public enum Case: Sendable { case uppercase, lowercase }
  public enum TruncationMode: Sendable { case head, tail, middle }
  public struct DateStyle: Equatable, Codable, Sendable {
    public static let time = DateStyle()
    public static let date = DateStyle()
    public static let relative = DateStyle()
    public static let offset = DateStyle()
    public static let timer = DateStyle()
  }
  public init<F>(_ input: F.FormatInput, format: F)
  where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String { fatalError() }
  public init(_ date: Date, style: Text.DateStyle) { fatalError() }
}
public protocol TextSelectability {
  static var allowsSelection: Bool { get }
}
public struct EnabledTextSelectability: TextSelectability {
  public static let allowsSelection = true
}
public struct DisabledTextSelectability: TextSelectability {
  public static let allowsSelection = false
}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { fatalError() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  public static var disabled: DisabledTextSelectability { fatalError() }
}
extension View {
  nonisolated public func kerning(_ kerning: CGFloat) -> some View { EmptyView() }
  nonisolated public func tracking(_ tracking: CGFloat) -> some View { EmptyView() }
  nonisolated public func underline(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View { EmptyView() }
  nonisolated public func strikethrough(
    _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
  ) -> some View { EmptyView() }
  nonisolated public func textCase(_ textCase: Text.Case?) -> some View { EmptyView() }
  nonisolated public func fontDesign(_ design: Font.Design?) -> some View { EmptyView() }
  nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { EmptyView() }
  nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { EmptyView() }
  nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { EmptyView() }
  nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
    EmptyView()
  }
  nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View { EmptyView() }
  nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { EmptyView() }
  nonisolated public func textSelection<S>(_ selectability: S) -> some View
  where S: TextSelectability { EmptyView() }
}
extension Font {
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption
    case caption2
  }
  public static func system(
    _ style: Font.TextStyle, design: Font.Design? = nil, weight: Font.Weight? = nil
  ) -> Font { fatalError() }
  public static func custom(_ name: String, size: CGFloat) -> Font { fatalError() }
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: Font.TextStyle)
    -> Font
  { fatalError() }
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { fatalError() }
}
