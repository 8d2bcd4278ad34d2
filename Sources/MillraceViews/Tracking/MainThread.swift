// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tells the thread of the main actor from the others.
///
/// An observation may be reported from any thread, in a synchronous function. Only the thread can
/// say there whether the main actor's state may be touched at once.
enum MainThread {
  private static let identity = Atomic<UInt>(0)

  /// Remembers the present thread as the main actor's.
  @MainActor static func note() {
    identity.store(current, ordering: .relaxed)
  }

  /// Whether the caller runs on the main actor's thread.
  static var isCurrent: Bool { current == identity.load(ordering: .relaxed) }

  private static var current: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
