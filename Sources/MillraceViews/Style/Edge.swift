// SPDX-License-Identifier: Apache-2.0

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
  /// The classes of a padding, in the steps that the style sheet has.
  func className(length: Double?) -> String {
    let step = BoxClass.step(length ?? 16)
    if self == .all { return "mv-pad-\(step)" }
    let names: [(Edge.Set, String)] = [
      (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]
    return names.filter { contains($0.0) }.map { "mv-pad-\($0.1)-\(step)" }
      .joined(separator: " ")
  }
}
