// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock that the thread sanitizer recognizes, unlike some uses of `Mutex`.
///
/// Sound: the value is read and written under the lock.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Creates a lock with its value.
  public init(_ value: Value) { self.value = value }

  /// Runs code with exclusive access to the value.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
