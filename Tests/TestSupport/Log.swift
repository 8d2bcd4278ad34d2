// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lines that tests write from any thread and read in order.
///
/// Sound: the lines are read and written under the lock, one that the thread sanitizer sees.
public final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: [String] = []

  /// Creates an empty log.
  public init() {}

  /// The lines so far.
  public var lines: [String] { lock.withLock { storage } }

  /// Adds a line.
  public func append(_ line: String) { lock.withLock { storage.append(line) } }

  /// Forgets the lines.
  public func clear() { lock.withLock { storage = [] } }
}
