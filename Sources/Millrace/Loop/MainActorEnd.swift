// SPDX-License-Identifier: Apache-2.0

/// Runs work on the main actor, for the `deinit` of an object that belongs to the main actor.
///
/// The work runs at once if the last reference is released on the main actor, otherwise later. The
/// object may no longer exist when the work runs; the closure must capture all that it needs.
///
/// An `isolated deinit` would do the same. But on iOS 26 and macOS 26 it can crash ("pointer being
/// freed was not allocated") if it runs outside of a task, for example when a view is closed: see
/// swiftlang/swift issues 85663 and 87316.
func endOnMainActor(_ work: @escaping @MainActor () -> Void) {
  #if canImport(Darwin)
    if isMainThread() != 0 {
      // Sound: on these platforms the main actor runs on the main thread.
      MainActor.assumeIsolated(work)
    } else {
      Task { @MainActor in work() }
    }
  #else
    _ = MainActorEnd(work)
  #endif
}

#if canImport(Darwin)
  /// `pthread_main_np` of the C library, declared here because the core imports no C library.
  @_silgen_name("pthread_main_np")
  private func isMainThread() -> Int32
#else
  /// Runs work in an isolated `deinit`.
  ///
  /// On systems other than Apple's, the main actor is not bound to the main thread. For an isolated
  /// `deinit`, the runtime of Swift checks whether the current code runs on the actor.
  @MainActor
  private final class MainActorEnd {
    private let work: @MainActor () -> Void

    nonisolated init(_ work: @escaping @MainActor () -> Void) {
      self.work = work
    }

    isolated deinit {
      work()
    }
  }
#endif
