// SPDX-License-Identifier: Apache-2.0

// Signatures only. The compiler converts implicitly between `Double` and a type with this name.

@frozen
public struct CGFloat: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, SignedNumeric, Comparable
{
  public var native: Double
  public init() { native = 0 }
  public init(_ value: Double) { native = value }
  public init(_ value: Int) { native = Double(value) }
  public init(floatLiteral value: Double) { native = value }
  public init(integerLiteral value: Int) { native = Double(value) }
  public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
  public var magnitude: CGFloat { fatalError() }
  public static func + (a: CGFloat, b: CGFloat) -> CGFloat { fatalError() }
  public static func - (a: CGFloat, b: CGFloat) -> CGFloat { fatalError() }
  public static func * (a: CGFloat, b: CGFloat) -> CGFloat { fatalError() }
  public static func *= (a: inout CGFloat, b: CGFloat) { fatalError() }
  public static func / (a: CGFloat, b: CGFloat) -> CGFloat { fatalError() }
  public static var infinity: CGFloat { fatalError() }
  public static func < (a: CGFloat, b: CGFloat) -> Bool { fatalError() }
}

extension Double {
  public init(_ value: CGFloat) { self = value.native }
}
