// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A side of a view.
public enum Edge: Int8, CaseIterable, Sendable {
  /// The upper side.
  case top
  /// The side where a line starts.
  case leading
  /// The lower side.
  case bottom
  /// The side where a line ends.
  case trailing

  /// Several sides of a view.
  public struct Set: OptionSet, Sendable {
    /// One bit for each side.
    public let rawValue: Int8

    /// Creates a set from bits.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// The upper side.
    public static let top = Set(rawValue: 1)
    /// The side where a line starts.
    public static let leading = Set(rawValue: 2)
    /// The lower side.
    public static let bottom = Set(rawValue: 4)
    /// The side where a line ends.
    public static let trailing = Set(rawValue: 8)
    /// Left and right.
    public static let horizontal: Set = [.leading, .trailing]
    /// Top and bottom.
    public static let vertical: Set = [.top, .bottom]
    /// All four sides.
    public static let all: Set = [.horizontal, .vertical]
  }
}

extension Edge.Set {
  /// The set of one side.
  public init(_ edge: Edge) {
    self.init(rawValue: 1 << edge.rawValue)
  }

  /// A style with a space at these sides.
  func padding(_ length: CGFloat?) -> InlineStyle {
    EdgeInsets(all: max(length ?? 16, 0)).padding(self)
  }
}

extension EdgeInsets {
  /// The same distance on all sides.
  init(all length: CGFloat) {
    self.init(top: length, leading: length, bottom: length, trailing: length)
  }

  /// A style with a space at some sides.
  func padding(_ edges: Edge.Set = .all) -> InlineStyle {
    var style = InlineStyle()
    if edges.contains(.top) { style.set(.paddingTop, top) }
    if edges.contains(.leading) { style.set(.paddingLeft, leading) }
    if edges.contains(.bottom) { style.set(.paddingBottom, bottom) }
    if edges.contains(.trailing) { style.set(.paddingRight, trailing) }
    return style
  }
}
