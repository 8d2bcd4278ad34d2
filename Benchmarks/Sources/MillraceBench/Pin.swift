// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#endif

/// Lets the thread that calls run on every core, whatever its process is kept on.
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

/// Keeps this process, and the threads and processes that it starts, on the last core it may use.
///
/// - Returns: The number of the core, or nil where the system has no say in that.
func pinToOneCore() -> Int? {
  #if canImport(Glibc)
    // These two are extensions of GNU, which Swift's headers do not show.
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
