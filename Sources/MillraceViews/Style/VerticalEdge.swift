// SPDX-License-Identifier: Apache-2.0

/// The upper or the lower edge of a view.
@frozen public enum VerticalEdge: Int8, CaseIterable, Sendable {
  /// The upper edge.
  case top
  /// The lower edge.
  case bottom
}

extension VerticalEdge {
  /// A set of vertical edges.
  @frozen public struct Set: OptionSet, Sendable {
    /// The set as bits, one for each edge.
    public let rawValue: Int8

    /// Creates a set from bits.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// Creates a set of one edge.
    public init(_ edge: VerticalEdge) {
      self.init(rawValue: 1 << edge.rawValue)
    }

    /// The upper edge.
    public static let top = Set(.top)
    /// The lower edge.
    public static let bottom = Set(.bottom)
    /// Both edges.
    public static let all: Set = [.top, .bottom]
  }
}
