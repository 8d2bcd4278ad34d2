// SPDX-License-Identifier: Apache-2.0

// Formats of values, and formatters.

public protocol FormatStyle: Codable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: Self.FormatInput) -> Self.FormatOutput
}
public protocol ParseStrategy: Codable, Hashable {
  associatedtype ParseInput
  associatedtype ParseOutput
  func parse(_ value: Self.ParseInput) throws -> Self.ParseOutput
}
public protocol ParseableFormatStyle: FormatStyle {
  associatedtype Strategy: ParseStrategy
  where Self.FormatInput == Self.Strategy.ParseOutput, Self.FormatOutput == Self.Strategy.ParseInput
  var parseStrategy: Self.Strategy { get }
}
public struct IntegerFormatStyle<Value>: Codable, Hashable, Sendable where Value: BinaryInteger {
  public struct Percent: Codable, Hashable, Sendable {}
  public struct Currency: Codable, Hashable, Sendable {}
}
public struct IntegerParseStrategy<Format>: Codable, Hashable
where Format: FormatStyle, Format.FormatInput: BinaryInteger {}
extension IntegerParseStrategy: ParseStrategy {
  public func parse(_ value: String) throws -> Format.FormatInput { fatalError() }
}
extension IntegerFormatStyle: ParseableFormatStyle {
  public func format(_ value: Value) -> String { fatalError() }
  public var parseStrategy: IntegerParseStrategy<IntegerFormatStyle<Value>> { fatalError() }
}
public struct FloatingPointFormatStyle<Value>: Codable, Hashable, Sendable
where Value: BinaryFloatingPoint {
  public struct Percent: Codable, Hashable, Sendable {}
  public struct Currency: Codable, Hashable, Sendable {}
}
public struct FloatingPointParseStrategy<Format>: Codable, Hashable
where Format: FormatStyle, Format.FormatInput: BinaryFloatingPoint {}
extension FloatingPointParseStrategy: ParseStrategy {
  public func parse(_ value: String) throws -> Format.FormatInput { fatalError() }
}
extension FloatingPointFormatStyle: ParseableFormatStyle {
  public func format(_ value: Value) -> String { fatalError() }
  public var parseStrategy: FloatingPointParseStrategy<FloatingPointFormatStyle<Value>> {
    fatalError()
  }
}
extension FloatingPointFormatStyle.Percent: ParseableFormatStyle {
  public func format(_ value: Value) -> String { fatalError() }
  public var parseStrategy: FloatingPointParseStrategy<FloatingPointFormatStyle<Value>.Percent> {
    fatalError()
  }
}
extension FloatingPointFormatStyle.Currency: ParseableFormatStyle {
  public func format(_ value: Value) -> String { fatalError() }
  public var parseStrategy: FloatingPointParseStrategy<FloatingPointFormatStyle<Value>.Currency> {
    fatalError()
  }
}
extension FormatStyle where Self == IntegerFormatStyle<Int> {
  public static var number: IntegerFormatStyle<Int> { fatalError() }
}
extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
  public static var number: FloatingPointFormatStyle<Double> { fatalError() }
}
extension FormatStyle where Self == FloatingPointFormatStyle<Double>.Percent {
  public static var percent: FloatingPointFormatStyle<Double>.Percent { fatalError() }
}
extension FormatStyle {
  public static func currency<Value>(code: String) -> Self
  where Self == FloatingPointFormatStyle<Value>.Currency, Value: BinaryFloatingPoint {
    fatalError()
  }
}
extension Date.FormatStyle: FormatStyle {
  public func format(_ value: Date) -> String { fatalError() }
  public func day() -> Date.FormatStyle { self }
  public func month() -> Date.FormatStyle { self }
}
extension FormatStyle where Self == Date.FormatStyle {
  public static var dateTime: Date.FormatStyle { fatalError() }
}

public protocol ReferenceConvertible: CustomStringConvertible, CustomDebugStringConvertible,
  Hashable
{}
extension Date: ReferenceConvertible {
  public var description: String { fatalError() }
  public var debugDescription: String { fatalError() }
}
open class Formatter: NSObject {
  open func string(for obj: Any?) -> String? { fatalError() }
}
open class DateFormatter: Formatter, @unchecked Sendable {
  public override init() {}
}
open class NumberFormatter: Formatter, @unchecked Sendable {
  public override init() {}
}
open class NSNumber: NSObject, @unchecked Sendable {
  public init(value: Int) {}
}
