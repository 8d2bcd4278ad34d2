// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Glibc
  import Synchronization

  /// Counts the objects that the Swift runtime allocates in this process, on all threads.
  ///
  /// It puts itself into the runtime's own hook and stays there, so use it in an exit test only.
  public enum AllocationCounter {
    fileprivate typealias Allocate =
      @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    fileprivate static let count = Atomic(0)
    nonisolated(unsafe) fileprivate static var original: Allocate?

    /// Starts to count.
    ///
    /// - Returns: Whether the runtime has the hook.
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

    /// How many objects were allocated since the counter was installed.
    public static var allocations: Int { count.load(ordering: .relaxed) }
  }
#endif
