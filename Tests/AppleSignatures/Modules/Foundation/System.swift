// SPDX-License-Identifier: Apache-2.0

// Declarations of Darwin, which Foundation exports, and of Foundation that belong to them.

public var errno: Int32 {
  get { fatalError() }
  set {}
}
public var F_GETFD: Int32 { fatalError() }
public var FD_CLOEXEC: Int32 { fatalError() }
public var F_DUPFD_CLOEXEC: Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { fatalError() }
public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
public var O_RDONLY: Int32 { fatalError() }
public var O_RDWR: Int32 { fatalError() }
public var O_CREAT: Int32 { fatalError() }
public var O_CLOEXEC: Int32 { fatalError() }
public var LOCK_EX: Int32 { fatalError() }
public var LOCK_NB: Int32 { fatalError() }
public var SEEK_END: Int32 { fatalError() }
public var R_OK: Int32 { fatalError() }
public var W_OK: Int32 { fatalError() }
public typealias mode_t = UInt16
public typealias off_t = Int64

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
public func access(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 { fatalError() }
public struct stat {
  public init() {}
  public var st_dev: Int32 { fatalError() }
  public var st_mode: mode_t { fatalError() }
  public var st_nlink: UInt16 { fatalError() }
  public var st_ino: UInt64 { fatalError() }
}
public var S_IFMT: mode_t { fatalError() }
public var S_IFDIR: mode_t { fatalError() }
public var AT_FDCWD: Int32 { fatalError() }
public func fstatat(
  _: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32
) -> Int32 { fatalError() }
public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func flock(_: Int32, _: Int32) -> Int32 { fatalError() }
@discardableResult public func close(_: Int32) -> Int32 { fatalError() }
public func pwrite(
  _ fd: Int32, _ buf: UnsafeRawPointer!, _ nbyte: Int, _ offset: off_t
) -> Int { fatalError() }
public func pread(
  _ fd: Int32, _ buf: UnsafeMutableRawPointer!, _ nbyte: Int, _ offset: off_t
) -> Int { fatalError() }
public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { fatalError() }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { fatalError() }
public var STDIN_FILENO: Int32 { fatalError() }
public var ENOENT: Int32 { fatalError() }
public var EINTR: Int32 { fatalError() }
public var EACCES: Int32 { fatalError() }
public var EISDIR: Int32 { fatalError() }
public var ENOSPC: Int32 { fatalError() }
public func lseek(_: Int32, _: off_t, _: Int32) -> off_t { fatalError() }

public enum POSIXErrorCode: Int32, Hashable, Sendable {
  case EIO = 5
  case EISDIR = 21
  case ENOSPC = 28
  case EAGAIN = 35
  case EDQUOT = 69
  public static var EWOULDBLOCK: POSIXErrorCode { .EAGAIN }
}
public struct POSIXError: Error, Hashable, Sendable {
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: POSIXErrorCode { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var processIdentifier: Int32 { fatalError() }
  open var processName: String { fatalError() }
  open var environment: [String: String] { fatalError() }
}
public protocol NSLocking {
  func lock()
  func unlock()
}
extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() { fatalError() }
  open func lock() {}
  open func unlock() {}
}
public struct UUID: Hashable, Codable, Sendable {
  public init() { fatalError() }
  public var uuidString: String { fatalError() }
}
extension Data {
  public init(capacity: Int) { fatalError() }
  public init(repeating repeatedValue: UInt8, count: Int) { fatalError() }
  public mutating func append<S: Sequence>(contentsOf elements: S) where S.Element == UInt8 {}
  public mutating func append(_ byte: UInt8) {}
}
extension Date {
  public var timeIntervalSince1970: Double { fatalError() }
  public var timeIntervalSinceReferenceDate: Double { fatalError() }
  public struct ISO8601FormatStyle: Sendable {
    public init() { fatalError() }
  }
  public func ISO8601Format(_ style: ISO8601FormatStyle = .init()) -> String { fatalError() }
}
extension URL {
  public var path: String { fatalError() }
}

open class UserDefaults: NSObject {
  open class var standard: UserDefaults { fatalError() }
  open func string(forKey defaultName: String) -> String? { fatalError() }
  open func set(_ value: Any?, forKey defaultName: String) {}
}
open class Bundle: NSObject, @unchecked Sendable {}
open class NSCoder: NSObject {}
