// SPDX-License-Identifier: Apache-2.0

/// Lines that tests add from any thread, in order.
public final class Log: Sendable {
  private let storage = Locked<[String]>([])

  /// Creates an empty log.
  public init() {}

  /// The lines so far.
  public var lines: [String] { storage.withLock { $0 } }

  /// Adds a line.
  public func append(_ line: String) { storage.withLock { $0.append(line) } }

  /// Removes the lines.
  public func clear() { storage.withLock { $0 = [] } }
}
