// SPDX-License-Identifier: Apache-2.0

// The types of measures, dates and addresses that SwiftUI's signatures name. A file that imports
// this module alone sees them, as one that imports SwiftUI alone does.
@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.CGSize
@_exported import struct Foundation.Date
@_exported import struct Foundation.IndexSet
@_exported import struct Foundation.URL

/// A direction of a page.
@frozen public enum Axis: Int8, CaseIterable, Sendable {
  /// From side to side.
  case horizontal
  /// From top to bottom.
  case vertical

  /// Several directions.
  public struct Set: OptionSet, Sendable {
    /// One bit for each direction.
    public let rawValue: Int8

    /// Creates a set from bits.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// From side to side.
    public static let horizontal = Set(rawValue: 1)
    /// From top to bottom.
    public static let vertical = Set(rawValue: 2)
  }
}

/// The distances of the four sides of something.
@frozen public struct EdgeInsets: Equatable, Sendable {
  /// The distance at the top.
  public var top: CGFloat
  /// The distance where a line starts.
  public var leading: CGFloat
  /// The distance at the bottom.
  public var bottom: CGFloat
  /// The distance where a line ends.
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

/// A place in a rectangle, from 0 to 1 in both directions.
@frozen public struct UnitPoint: Hashable, Sendable {
  /// The part of the width, from where a line starts.
  public var x: CGFloat
  /// The part of the height, from the top.
  public var y: CGFloat

  /// Creates a place.
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the top.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the bottom.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The middle of the side where a line starts.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the side where a line ends.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The corner at the top where a line starts.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The corner at the top where a line ends.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The corner at the bottom where a line starts.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The corner at the bottom where a line ends.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
