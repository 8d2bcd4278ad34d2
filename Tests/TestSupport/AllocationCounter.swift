// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Glibc
  import Synchronization

  /// Counts the objects that the Swift runtime allocates in this process, on all threads.
  ///
  /// It replaces a hook of the runtime and is never removed. Therefore use it only in an exit test.
  public enum AllocationCounter {
    fileprivate typealias Allocate =
      @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    fileprivate static let count = Atomic(0)
    nonisolated(unsafe) fileprivate static var original: Allocate?

    /// Starts to count.
    ///
    /// - Returns: False if the runtime does not have the hook, or if this was called before.
    public static func install() -> Bool {
      guard original == nil, let symbol = dlsym(nil, "_swift_allocObject") else { return false }
      let hook = symbol.assumingMemoryBound(to: Allocate.self)
      original = hook.pointee
      hook.pointee = { metadata, size, alignment in
        AllocationCounter.count.add(1, ordering: .relaxed)
        return AllocationCounter.original!(metadata, size, alignment)
      }
      return true
    }

    /// The number of objects that were allocated since the counter was installed.
    public static var allocations: Int { count.load(ordering: .relaxed) }
  }
#endif
