// SPDX-License-Identifier: Apache-2.0

import Foundation

// The modifiers of texts that return a text. They have the same effect as those of views; in a
// concatenation each part keeps its own style.

extension Text {
  /// Sets the style of this text.
  nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text {
    decorated(Ink(style).decoration)
  }

  /// Sets the colour of this text.
  ///
  /// `nil` does not change it.
  nonisolated public func foregroundColor(_ color: Color?) -> Text {
    decorated(color.map { .color($0) })
  }

  /// Sets the font of this text.
  ///
  /// `nil` does not change it.
  nonisolated public func font(_ font: Font?) -> Text {
    decorated(font.map { .font($0) })
  }

  /// Sets the weight of this text.
  ///
  /// `nil` does not change it.
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text {
    decorated(weight.map { .style(.fontWeight, String($0.value)) })
  }

  /// Shows this text with letters of equal width.
  nonisolated public func monospaced(_ isActive: Bool = true) -> Text {
    decorated(
      isActive ? Font.Design.monospaced.family.map { .style(.fontFamily, $0) } : nil)
  }

  /// Shows this text with digits of equal width.
  nonisolated public func monospacedDigit() -> Text {
    decorated(.style(.fontVariantNumeric, "tabular-nums"))
  }

  /// Shows this text in bold.
  nonisolated public func bold() -> Text { bold(true) }

  /// Shows this text in bold, or not.
  nonisolated public func bold(_ isActive: Bool) -> Text {
    decorated(.weight(isBold: isActive))
  }

  /// Shows this text in italics.
  nonisolated public func italic() -> Text { italic(true) }

  /// Shows this text in italics, or not.
  nonisolated public func italic(_ isActive: Bool) -> Text {
    decorated(.slant(isItalic: isActive))
  }

  /// Sets the design of the letters of this text.
  ///
  /// `nil` does not change it.
  nonisolated public func fontDesign(_ design: Font.Design?) -> Text {
    decorated(design.map { .style(.fontFamily, $0.explicitFamily) })
  }

  /// Sets the space that is added between the letters of this text, in points.
  nonisolated public func kerning(_ kerning: CGFloat) -> Text {
    decorated(.style(.letterSpacing, InlineStyle.length(kerning)))
  }

  /// Sets the space that is added between the letters of this text, in points.
  ///
  /// On a page it is the same as `kerning`; the inner one of the two is used.
  nonisolated public func tracking(_ tracking: CGFloat) -> Text { kerning(tracking) }

  /// Moves this text up by a distance in points, or down if the distance is negative.
  nonisolated public func baselineOffset(_ baselineOffset: CGFloat) -> Text {
    // Only an element in a line has an offset. Therefore the text is a part in its element.
    Text(string, parts: separateParts)
      .decorated(.style(.verticalAlign, InlineStyle.length(baselineOffset)))
  }

  /// Draws a line below this text.
  nonisolated public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    underline(isActive, pattern: .solid, color: color)
  }

  /// Draws a line with a pattern below this text.
  ///
  /// A text with an underline and a strikethrough has one pattern and one colour for both.
  nonisolated public func underline(
    _ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil
  ) -> Text {
    decorated(
      .line(TextLine(place: .under, isActive: isActive, pattern: pattern, color: color)))
  }

  /// Draws a line through this text.
  nonisolated public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    strikethrough(isActive, pattern: .solid, color: color)
  }

  /// Draws a line with a pattern through this text.
  ///
  /// A text with an underline and a strikethrough has one pattern and one colour for both.
  nonisolated public func strikethrough(
    _ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil
  ) -> Text {
    decorated(
      .line(TextLine(place: .through, isActive: isActive, pattern: pattern, color: color)))
  }
}
