// SPDX-License-Identifier: Apache-2.0

/// Names one element of a page; unique in its host and never used again.
public struct NodeID: Hashable, Sendable {
  /// The number that the page carries as `data-n`.
  public let rawValue: Int

  /// Creates an id from the number in a page or message.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension NodeID: CustomStringConvertible {
  /// The number, after a `#`.
  public var description: String { "#\(rawValue)" }
}
