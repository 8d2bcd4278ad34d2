// SPDX-License-Identifier: Apache-2.0

/// The identifier of an element of a page.
///
/// It is unique in its host and is never reused.
public struct NodeID: Hashable, Sendable {
  /// The number.
  ///
  /// It is the value of the element's attribute `data-n`.
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
