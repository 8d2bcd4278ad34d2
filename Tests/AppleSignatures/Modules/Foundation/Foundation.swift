// SPDX-License-Identifier: Apache-2.0

// The signatures that the samples use of Foundation of the SDKs of 2024 (macOS 15, iOS 18). An
// optional requirement of Foundation has an empty default implementation here.

@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

// Declarations of Darwin, which Foundation exports.
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { fatalError() }
}
public struct clockid_t: Sendable {}
public var CLOCK_REALTIME: clockid_t { fatalError() }
@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 {
  fatalError()
}

public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public init() { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public var count: Int { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { fatalError() }
    set {}
  }
  public mutating func append(_ other: Data) {}
  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
  where C.Element == UInt8 {}
  public func withUnsafeBytes<ResultType>(
    _ body: (UnsafeRawBufferPointer) throws -> ResultType
  ) rethrows -> ResultType { fatalError() }
}
extension Data {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var atomic: WritingOptions { fatalError() }
  }
  public init(contentsOf url: __shared URL, options: Data.ReadingOptions = []) throws {
    fatalError()
  }
  public func write(to url: URL, options: Data.WritingOptions = []) throws { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { fatalError() }
    set {}
  }
}
open class JSONEncoder: @unchecked Sendable {
  public init() {}
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { fatalError() }
    set {}
  }
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }
  open var outputFormatting: OutputFormatting {
    get { fatalError() }
    set {}
  }
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { fatalError() }
    set {}
  }
}
open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }
  open func contents(atPath path: String) -> Data? { fatalError() }
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  open func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
}
public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
extension URL {
  public init(fileURLWithPath path: String) { fatalError() }
  public var absoluteString: String { fatalError() }
  public func appendingPathComponent(_ pathComponent: String) -> URL { fatalError() }
  public func startAccessingSecurityScopedResource() -> Bool { fatalError() }
  public func stopAccessingSecurityScopedResource() {}
  public var lastPathComponent: String { fatalError() }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open func write(_ data: Data) {}
  public func write(contentsOf data: Data) throws {}
  open var fileDescriptor: Int32 { fatalError() }
  public func close() throws {}
  public convenience init(fileDescriptor fd: Int32) { fatalError() }
}
open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}
// This is a value instead of a function: at the end of an asynchronous program, the compiler calls
// a function with the name `exit`, and must find only that of C.
public let exit: @Sendable (Int32) -> Never = { _ in fatalError() }
@discardableResult public func fflush(_ file: OpaquePointer!) -> Int32 { fatalError() }
public func dup(_ descriptor: Int32) -> Int32 { fatalError() }
@discardableResult public func dup2(_ descriptor: Int32, _ other: Int32) -> Int32 { fatalError() }
public var STDOUT_FILENO: Int32 { 1 }
public var STDERR_FILENO: Int32 { 2 }
extension String {
  public struct Encoding: Hashable, Sendable {
    public static var utf8: Encoding { fatalError() }
  }
  public init(contentsOf url: __shared URL, encoding enc: Encoding) throws { fatalError() }
  public init?<S: Sequence>(bytes: __shared S, encoding: Encoding) where S.Element == UInt8 {
    fatalError()
  }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}

extension StringProtocol {
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
}

public struct DateInterval: Comparable, Hashable, Codable, Sendable {
  public var start: Date
  public var end: Date { fatalError() }
  public static func < (lhs: DateInterval, rhs: DateInterval) -> Bool { fatalError() }
}
public struct Calendar: Hashable, Sendable {
  public enum Component: Sendable { case day }
  public static var current: Calendar { fatalError() }
  public func dateInterval(of component: Component, for date: Date) -> DateInterval? {
    fatalError()
  }
}
extension Date {
  public struct FormatStyle: Codable, Hashable, Sendable {
    public struct DateStyle: Hashable, Sendable {
      public static let abbreviated = DateStyle()
    }
    public struct TimeStyle: Hashable, Sendable {
      public static let shortened = TimeStyle()
    }
  }
  public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String {
    fatalError()
  }
}

public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var badServerResponse: Code { fatalError() }
    public static var cancelled: Code { fatalError() }
    public static var cannotConnectToHost: Code { fatalError() }
    public static var dataLengthExceedsMaximum: Code { fatalError() }
    public static var cannotFindHost: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
  }
  public init(_ code: Code) { fatalError() }
  public var code: Code { fatalError() }
}
public struct URLRequest: Hashable, Sendable {
  public init(url: URL) { fatalError() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
  public var httpMethod: String?
  public var httpBody: Data?
  public var timeoutInterval: Double
}
open class URLResponse: NSObject, @unchecked Sendable {
  open var expectedContentLength: Int64 { fatalError() }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { fatalError() }
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}
open class URLCache: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var urlCache: URLCache?
}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { fatalError() }
  open var response: URLResponse? { fatalError() }
  open func resume() {}
  open func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) { fatalError() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  open func finishTasksAndInvalidate() {}
}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionDataDelegate {
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {}
}

@MainActor open class UndoManager: NSObject {
  open func setActionName(_ actionName: String) {}
}
extension UndoManager {
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @MainActor @Sendable (TargetType) -> Void
  ) {}
}
