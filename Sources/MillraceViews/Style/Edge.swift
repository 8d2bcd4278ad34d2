// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An edge of a view.
public enum Edge: Int8, CaseIterable, Sendable {
  /// The upper edge.
  case top
  /// The edge at which a line of text starts.
  case leading
  /// The lower edge.
  case bottom
  /// The edge at which a line of text ends.
  case trailing

  /// A set of edges.
  public struct Set: OptionSet, Sendable {
    /// The set as bits, one for each edge.
    public let rawValue: Int8

    /// Creates a set from bits.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = Set(rawValue: 1)
    /// The edge at which a line of text starts.
    public static let leading = Set(rawValue: 2)
    /// The lower edge.
    public static let bottom = Set(rawValue: 4)
    /// The edge at which a line of text ends.
    public static let trailing = Set(rawValue: 8)
    /// The leading and the trailing edge.
    public static let horizontal: Set = [.leading, .trailing]
    /// The upper and the lower edge.
    public static let vertical: Set = [.top, .bottom]
    /// All four edges.
    public static let all: Set = [.horizontal, .vertical]
  }
}

extension Edge.Set {
  /// Creates a set of one edge.
  public init(_ edge: Edge) {
    self.init(rawValue: 1 << edge.rawValue)
  }

  /// A style with a padding at these edges, of 16 points if the length is nil.
  func padding(_ length: CGFloat?) -> InlineStyle {
    EdgeInsets(all: length ?? 16).padding(self)
  }
}

extension EdgeInsets {
  /// Creates the same distance for all edges.
  init(all length: CGFloat) {
    self.init(top: length, leading: length, bottom: length, trailing: length)
  }

  /// A style with these distances as the padding at some edges.
  ///
  /// CSS has no negative padding. A negative margin has the same effect: views around come nearer.
  func padding(_ edges: Edge.Set = .all) -> InlineStyle {
    var style = InlineStyle()
    if edges.contains(.top) { style.set(top < 0 ? .marginTop : .paddingTop, top) }
    if edges.contains(.leading) { style.set(leading < 0 ? .marginLeft : .paddingLeft, leading) }
    if edges.contains(.bottom) { style.set(bottom < 0 ? .marginBottom : .paddingBottom, bottom) }
    if edges.contains(.trailing) {
      style.set(trailing < 0 ? .marginRight : .paddingRight, trailing)
    }
    return style
  }
}
