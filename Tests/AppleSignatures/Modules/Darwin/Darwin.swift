// SPDX-License-Identifier: Apache-2.0

// The C library. With this module, `canImport(Darwin)` is true. Most of the declarations that the
// project uses are in the signatures of Foundation, which exports Darwin.

public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func atexit(_: @escaping @convention(c) () -> Void) -> Int32 {
  fatalError()
}
