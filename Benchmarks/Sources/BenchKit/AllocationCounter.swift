// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Glibc
  import Synchronization
#endif

/// Counts the objects that the Swift runtime allocates, on all threads: class instances, closure
/// contexts, boxes and the storage of collections.
///
/// The counter sets a hook of the runtime. Tasks are allocated without this hook, and are not
/// counted. Count only a few calls at a time: while the hook is set, the runtime uses slower code
/// paths, in which retaining a short string can crash.
public enum AllocationCounter {
  #if os(Linux)
    private typealias Allocate =
      @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let count = Atomic(0)
    nonisolated(unsafe) private static var original: Allocate?
    nonisolated(unsafe) private static var hook: UnsafeMutablePointer<Allocate>?

    /// The flag that the runtime sets when one of its hooks is set, and never clears.
    nonisolated(unsafe) private static let flag = dlsym(
      nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")

    /// Starts counting at zero.
    ///
    /// - Returns: Whether the hook was found.
    public static func start() -> Bool {
      if original == nil {
        guard let symbol = dlsym(nil, "_swift_allocObject") else { return false }
        hook = symbol.assumingMemoryBound(to: Allocate.self)
        original = hook?.pointee
      }
      count.store(0, ordering: .relaxed)
      hook?.pointee = { metadata, size, alignment in
        AllocationCounter.count.add(1, ordering: .relaxed)
        return AllocationCounter.original!(metadata, size, alignment)
      }
      return true
    }

    /// Stops counting and removes the hook.
    ///
    /// - Returns: The number of objects that were allocated since the start.
    public static func stop() -> Int {
      if let original { hook?.pointee = original }
      flag?.storeBytes(of: 0, as: UInt8.self)
      return count.load(ordering: .relaxed)
    }
  #else
    /// Does nothing, because the hook does not exist on this system.
    public static func start() -> Bool { false }
    /// Returns zero.
    public static func stop() -> Int { 0 }
  #endif
}
