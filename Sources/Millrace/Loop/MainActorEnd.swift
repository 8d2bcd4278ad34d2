// SPDX-License-Identifier: Apache-2.0

/// Does what is due at the end of an object of the main actor, from its `deinit`: at once where the
/// last reference is released there, and in a task elsewhere.
///
/// The object itself is gone by then, so that the work holds what it needs. An `isolated deinit`
/// would do the same, but on iOS 26 and macOS 26 it can stop the program ("pointer being freed was
/// not allocated") where it runs outside of a task, as when a view is closed: see the issues 85663
/// and 87316 of Swift.
///
/// - Parameter work: What is due.
func endOnMainActor(_ work: @escaping @MainActor () -> Void) {
  #if canImport(Darwin)
    if isMainThread() != 0 {
      // Sound: the main thread is the main actor's.
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
  /// Where no thread is the main actor's for good, the system knows whether it is on the actor.
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
