// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock that the thread sanitizer sees; of a `Mutex` it does not see all.
///
/// Sound: the value is read and written under the lock.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Puts a value behind a lock.
  public init(_ value: Value) { self.value = value }

  /// Reads or changes the value, while no other thread does.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
