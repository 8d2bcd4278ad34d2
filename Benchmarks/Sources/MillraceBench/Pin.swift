// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#endif

/// Allows the calling thread to run on every core, even if it is pinned to one.
func unpinThread() {
  #if canImport(Glibc)
    typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutablePointer<cpu_set_t>) -> Int32
    guard let setter = dlsym(nil, "sched_setaffinity") else { return }
    var set = cpu_set_t()
    withUnsafeMutableBytes(of: &set) { bytes in
      for index in bytes.indices { bytes[index] = 0xff }
    }
    _ = unsafeBitCast(setter, to: Affinity.self)(0, MemoryLayout<cpu_set_t>.size, &set)
  #endif
}

/// Pins the calling thread, with the threads and processes that it starts later, to the last core
/// that it is allowed to use.
///
/// - Returns: The number of the core, or nil if the system does not support this.
func pinToOneCore() -> Int? {
  #if canImport(Glibc)
    // These two functions are GNU extensions, which are not visible in Swift.
    typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutablePointer<cpu_set_t>) -> Int32
    guard let getter = dlsym(nil, "sched_getaffinity"), let setter = dlsym(nil, "sched_setaffinity")
    else { return nil }
    let size = MemoryLayout<cpu_set_t>.size
    var set = cpu_set_t()
    guard unsafeBitCast(getter, to: Affinity.self)(0, size, &set) == 0 else { return nil }
    let core = withUnsafeMutableBytes(of: &set) { bytes -> Int? in
      guard let byte = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
      let bit = 7 - bytes[byte].leadingZeroBitCount
      for index in bytes.indices { bytes[index] = index == byte ? 1 << bit : 0 }
      return byte * 8 + bit
    }
    guard unsafeBitCast(setter, to: Affinity.self)(0, size, &set) == 0 else { return nil }
    return core
  #else
    return nil
  #endif
}
