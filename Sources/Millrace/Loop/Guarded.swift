// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value behind a lock.
///
/// The lock is a `Mutex`, even if the value is a single reference. A lock made of a plain atomic is
/// not enough: the optimizer is allowed to move the retain of a loaded reference past an atomic
/// store, and so out of the lock.
///
/// Each thread also loads one atomic after it has taken the lock, and stores to it before it
/// releases the lock. The program does not need that, but the thread sanitizer does: it cannot see
/// into the library that contains the slow path of `Mutex`, and would report each contended use as
/// a race. The atomic shows the order of the threads to the sanitizer.
@usableFromInline
struct Guarded<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic(false)

  @inlinable
  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs code with exclusive access to the value.
  @inlinable
  borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
