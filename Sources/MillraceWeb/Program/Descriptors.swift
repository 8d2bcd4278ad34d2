// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The maximum number of files and sockets that the process can have open.
enum Descriptors {
  /// Raises the limit as far as the system allows without more privileges, at most to 65,536.
  ///
  /// Every open page needs one descriptor.
  ///
  /// - Returns: The limit that is valid afterwards, or 0 if it cannot be read.
  @discardableResult static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 0 }
    var wanted = limit
    wanted.rlim_cur = min(limit.rlim_max, 65536)
    guard wanted.rlim_cur > limit.rlim_cur, setrlimit(kind, &wanted) == 0 else {
      return Int(clamping: limit.rlim_cur)
    }
    return Int(clamping: wanted.rlim_cur)
  }

  #if canImport(Glibc)
    private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var kind: Int32 { RLIMIT_NOFILE }
  #endif
}
