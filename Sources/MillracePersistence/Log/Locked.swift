// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock; no code of the library's users runs while the lock is held.
final class Locked<Value>: @unchecked Sendable {
  // Sound: the value is only touched while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Puts a value in the place of another one, which it returns.
func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  defer { place = value }
  return place
}
