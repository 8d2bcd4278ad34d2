// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value behind a lock.
///
/// The lock is `Mutex`, for a single reference too: the optimizer may move the retain of what was
/// read past a plain atomic store, and so out of a lock that is made of one.
///
/// Each holder also reads one atomic first and writes it last: the lock alone would do, but the
/// slow path of `Mutex` lies in a library that the thread sanitizer cannot see into, so that it
/// takes every contended use for a race. The atomic shows it the order of holders.
@usableFromInline
struct Guarded<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic(false)

  @inlinable
  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs code while no other thread holds the value.
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
