// SPDX-License-Identifier: Apache-2.0

// Signatures of Foundation of the SDKs of 2024 (macOS 15, iOS 18): what the samples use of it.
// What is an optional requirement there has an empty default here.

@_exported import CoreFoundation
@_exported import Dispatch
@_exported import ObjectiveC

public struct Data: Hashable, Sendable, RandomAccessCollection, MutableCollection {
  public init() { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public var count: Int { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set {}
  }
  public mutating func append(_ other: Data) {}
  public func withUnsafeBytes<ResultType>(
    _ body: (UnsafeRawBufferPointer) throws -> ResultType
  ) rethrows -> ResultType { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }
  open func contents(atPath path: String) -> Data? { fatalError() }
}
extension String {
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}

public struct DateInterval: Comparable, Hashable, Sendable {
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
  public struct FormatStyle: Sendable {
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
    public static var cannotConnectToHost: Code { fatalError() }
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
