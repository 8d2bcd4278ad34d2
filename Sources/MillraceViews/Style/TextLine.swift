// SPDX-License-Identifier: Apache-2.0

/// A line below or through the letters of a text, or no such line.
struct TextLine: Equatable {
  /// The place of the line.
  ///
  /// The raw value is the class.
  enum Place: String {
    case under = "mv-underlined"
    case through = "mv-struck"
  }

  let place: Place
  let isActive: Bool
  var pattern = Text.LineStyle.Pattern.solid
  var color: Color?

  /// Adds the properties that differ from those of a solid line in the colour of the text.
  ///
  /// CSS has only one pattern and one colour for both lines of an element.
  func apply(to style: inout InlineStyle) {
    guard isActive else { return }
    if pattern != .solid { style.set(.textDecorationStyle, pattern.css) }
    style.set(.textDecorationColor, color?.css)
  }
}

extension Text {
  /// The type in which SwiftUI declares ``Pattern``; here it has no initializer.
  public struct LineStyle: Hashable, Sendable {
    /// The pattern of a line.
    ///
    /// The patterns of SwiftUI that alternate dashes and dots do not exist.
    public struct Pattern: Hashable, Sendable {
      // Its raw value is the name in CSS. An enum keeps the values of modifiers small.
      private enum Kind: String { case solid, dotted, dashed }

      private let kind: Kind

      var css: String { kind.rawValue }

      /// A solid line.
      public static let solid = Pattern(kind: .solid)
      /// A line of dots.
      public static let dot = Pattern(kind: .dotted)
      /// A line of dashes.
      public static let dash = Pattern(kind: .dashed)
    }
  }
}
