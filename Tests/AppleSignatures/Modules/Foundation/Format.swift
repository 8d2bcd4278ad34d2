// SPDX-License-Identifier: Apache-2.0

// Formats of values, and formatters.

public protocol FormatStyle: Codable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: Self.FormatInput) -> Self.FormatOutput
}
public struct IntegerFormatStyle<Value>: Codable, Hashable, Sendable where Value: BinaryInteger {}
extension IntegerFormatStyle: FormatStyle {
  public func format(_ value: Value) -> String { fatalError() }
}
extension FormatStyle where Self == IntegerFormatStyle<Int> {
  public static var number: IntegerFormatStyle<Int> { fatalError() }
}
