// SPDX-License-Identifier: Apache-2.0

// The types of Foundation in SwiftUI's signatures. SwiftUI exports them too, so a file that imports
// only SwiftUI or only this module finds them.
@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize
@_exported import struct Foundation.Date
@_exported import struct Foundation.IndexSet
@_exported import struct Foundation.URL

/// The horizontal or the vertical direction.
@frozen public enum Axis: Int8, CaseIterable, Sendable {
  /// The horizontal direction.
  case horizontal
  /// The vertical direction.
  case vertical

  /// A set of directions.
  public struct Set: OptionSet, Sendable {
    /// The set as bits, one for each direction.
    public let rawValue: Int8

    /// Creates a set from bits.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// The horizontal direction.
    public static let horizontal = Set(rawValue: 1)
    /// The vertical direction.
    public static let vertical = Set(rawValue: 2)
  }
}

/// The distances at the four edges of a rectangle.
@frozen public struct EdgeInsets: Equatable, Sendable {
  /// The distance at the top.
  public var top: CGFloat
  /// The distance at the edge where a line of text starts.
  public var leading: CGFloat
  /// The distance at the bottom.
  public var bottom: CGFloat
  /// The distance at the edge where a line of text ends.
  public var trailing: CGFloat

  /// Creates distances.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates distances of zero.
  public init() {
    self.init(top: 0, leading: 0, bottom: 0, trailing: 0)
  }
}

/// A point in a rectangle, in units of its width and height.
@frozen public struct UnitPoint: Hashable, Sendable {
  /// The horizontal position: 0 at the leading edge, 1 at the trailing edge.
  ///
  /// On a page 0 is the left edge, also if text runs from right to left.
  public var x: CGFloat
  /// The vertical position: 0 at the top, 1 at the bottom.
  public var y: CGFloat

  /// Creates a point.
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }

  /// The centre.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the top edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the bottom edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The middle of the leading edge.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the trailing edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The corner of the top and leading edges.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The corner of the top and trailing edges.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The corner of the bottom and leading edges.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The corner of the bottom and trailing edges.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
