// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Glibc
  import Synchronization
#endif

/// Counts the objects that the Swift runtime allocates, on all threads: class instances, contexts
/// of closures, boxes and the storage of collections.
///
/// It sits in the runtime's own hook while it counts. Tasks come from elsewhere and do not count.
/// Use it around a few calls only: while the hook is in use, the runtime takes slower paths, which
/// do not know short strings: retaining one may crash.
public enum AllocationCounter {
  #if os(Linux)
    private typealias Allocate =
      @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let count = Atomic(0)
    nonisolated(unsafe) private static var original: Allocate?
    nonisolated(unsafe) private static var hook: UnsafeMutablePointer<Allocate>?

    /// The runtime's flag that one of its hooks is in use, which the runtime never clears.
    nonisolated(unsafe) private static let note = dlsym(
      nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")

    /// Starts to count from zero.
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

    /// Ends counting and takes itself out of the hook.
    ///
    /// - Returns: How many objects were allocated since the start.
    public static func stop() -> Int {
      if let original { hook?.pointee = original }
      note?.storeBytes(of: 0, as: UInt8.self)
      return count.load(ordering: .relaxed)
    }
  #else
    /// Does nothing: there is no such hook here.
    public static func start() -> Bool { false }
    /// Zero.
    public static func stop() -> Int { 0 }
  #endif
}
