// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that is protected by a lock.
///
/// Code of the library's users runs under the lock only where a journal of slices reads and
/// compares its values.
final class Locked<Value>: @unchecked Sendable {
  // Sound: the value is only read and written while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Assigns a value to a variable, and returns its previous value.
func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  defer { place = value }
  return place
}
