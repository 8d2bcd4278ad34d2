// SPDX-License-Identifier: Apache-2.0

// Signatures only. In the real module the compiler evaluates interpolations at compile time; their
// types are the same as here.

public struct Logger: @unchecked Sendable {
  public init(subsystem: String, category: String) { fatalError() }
  public func debug(_ message: OSLogMessage) {}
  public func error(_ message: OSLogMessage) {}
}
public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { fatalError() }
  public static var `private`: OSLogPrivacy { fatalError() }
}
public struct OSLogInterpolation: StringInterpolationProtocol {
  public typealias StringLiteralType = String
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .private
  ) {}
  public mutating func appendInterpolation<Number: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> Number, privacy: OSLogPrivacy = .public
  ) {}
}
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  public init(stringInterpolation: OSLogInterpolation) { fatalError() }
  public init(stringLiteral value: String) { fatalError() }
}
