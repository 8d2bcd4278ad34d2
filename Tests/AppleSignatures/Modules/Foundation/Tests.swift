// SPDX-License-Identifier: Apache-2.0

// The signatures that only the tests use.

open class Thread: NSObject, @unchecked Sendable {
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class var isMainThread: Bool { fatalError() }
  open var stackSize: Int {
    get { fatalError() }
    set {}
  }
  open func start() {}
}
extension StringProtocol {
  public var removingPercentEncoding: String? { fatalError() }
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement
  ) -> String { fatalError() }
}
open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func jsonObject(with data: Data, options opt: ReadingOptions = []) throws -> Any {
    fatalError()
  }
  open class func data(withJSONObject obj: Any, options opt: WritingOptions = []) throws -> Data {
    fatalError()
  }
}
extension JSONEncoder.OutputFormatting {
  public static let withoutEscapingSlashes = JSONEncoder.OutputFormatting(rawValue: 8)
}
public struct CocoaError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var fileWriteUnknown: Code { fatalError() }
    public static var fileWriteOutOfSpace: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
}
extension FileManager {
  public var temporaryDirectory: URL { fatalError() }
}
extension FileHandle {
  public func readToEnd() throws -> Data? { fatalError() }
}
extension Data {
  public init(count: Int) { fatalError() }
  public func range(of dataToFind: Data, in range: Range<Int>? = nil) -> Range<Int>? {
    fatalError()
  }
}
extension Date {
  public init(timeIntervalSinceReferenceDate: Double) { fatalError() }
  public static var distantPast: Date { fatalError() }
  public static var distantFuture: Date { fatalError() }
  public static func + (lhs: Date, rhs: Double) -> Date { fatalError() }
  public static func += (lhs: inout Date, rhs: Double) {}
}
extension DateInterval {
  public init(start: Date, duration: Double) { fatalError() }
}
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)
extension UUID {
  public init(uuid: uuid_t) { fatalError() }
}
public struct Decimal: Hashable, Codable, Sendable, Comparable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, SignedNumeric
{
  public init(_ value: Int) { fatalError() }
  public init?(string: __shared String, locale: __shared Locale? = nil) { fatalError() }
  public init(floatLiteral value: Double) { fatalError() }
  public init(integerLiteral value: Int) { fatalError() }
  public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
  public static var nan: Decimal { fatalError() }
  public var magnitude: Decimal { fatalError() }
  public static func < (lhs: Decimal, rhs: Decimal) -> Bool { fatalError() }
  public static func + (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
  public static func - (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
  public static func * (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
  public static func *= (lhs: inout Decimal, rhs: Decimal) { fatalError() }
}
extension IndexSet {
  public init<S: Sequence>(_ elements: S) where S.Element == Int { fatalError() }
}
