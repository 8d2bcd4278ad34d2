// SPDX-License-Identifier: Apache-2.0

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
}
