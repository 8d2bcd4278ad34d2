// SPDX-License-Identifier: Apache-2.0

// The C library. With this module, `canImport(Darwin)` is true. Most of the declarations that the
// project uses are in the signatures of Foundation, which exports Darwin.

public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func atexit(_: @escaping @convention(c) () -> Void) -> Int32 {
  fatalError()
}

public typealias rlim_t = UInt64
public struct rlimit {
  public var rlim_cur: rlim_t
  public var rlim_max: rlim_t
  public init() { fatalError() }
}
public var RLIMIT_FSIZE: Int32 { fatalError() }
@discardableResult public func getrlimit(_: Int32, _: UnsafeMutablePointer<rlimit>!) -> Int32 {
  fatalError()
}
@discardableResult public func setrlimit(_: Int32, _: UnsafePointer<rlimit>!) -> Int32 {
  fatalError()
}
public typealias sig_t = @convention(c) (Int32) -> Void
public var SIGXFSZ: Int32 { fatalError() }
public var SIG_IGN: sig_t! { fatalError() }
@discardableResult public func signal(_: Int32, _: sig_t!) -> sig_t! { fatalError() }
