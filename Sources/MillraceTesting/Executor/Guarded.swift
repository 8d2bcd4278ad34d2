// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value behind a lock.
///
/// Each thread also loads one atomic after it has taken the lock, and stores it before it releases
/// the lock: the thread sanitizer sees the order of the threads by this atomic, not by the lock.
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handover = Atomic(false)

  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs code with exclusive access to the value.
  borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
