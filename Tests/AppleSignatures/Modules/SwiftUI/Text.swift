// SPDX-License-Identifier: Apache-2.0

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
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}

@frozen public struct Text: Equatable, Sendable {
  @inlinable public init(verbatim content: String) { fatalError() }
  @_disfavoredOverload public init<S>(_ content: S) where S: StringProtocol { fatalError() }
  public init(_ key: LocalizedStringKey, tableName: String? = nil, comment: StaticString? = nil) {
    fatalError()
  }
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
}
