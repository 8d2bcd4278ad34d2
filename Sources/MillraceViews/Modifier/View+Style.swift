// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Sets the style of the texts in this view.
  nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    decorated(Ink(style).decoration)
  }

  /// Sets the colour of the texts in this view.
  ///
  /// `nil` does not change it.
  nonisolated public func foregroundColor(_ color: Color?) -> some View {
    decorated(color.map { .color($0) })
  }

  /// Sets the font of the texts in this view.
  ///
  /// It replaces the size, the weight, the design and the italics of a font around this view.
  /// Modifiers such as `bold` also apply to the fonts inside their view. `nil` does not change it.
  nonisolated public func font(_ font: Font?) -> some View {
    decorated(font.map { .font($0) })
  }

  /// Sets the weight of the texts in this view.
  ///
  /// `nil` does not change it.
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View {
    decorated(.fontWeight, weight.map { String($0.value) })
  }

  /// Shows the texts in this view with letters of equal width.
  ///
  /// `false` does not undo the same modifier of a view around this view.
  nonisolated public func monospaced(_ isActive: Bool = true) -> some View {
    decorated(.fontFamily, isActive ? Font.Design.monospaced.family : nil)
  }

  /// Shows the texts in this view with digits of equal width.
  nonisolated public func monospacedDigit() -> some View {
    decorated(.fontVariantNumeric, "tabular-nums")
  }

  /// Shows the texts in this view in bold.
  ///
  /// `false` does not undo the same modifier of a container around this view, such as a stack.
  nonisolated public func bold(_ isActive: Bool = true) -> some View {
    decorated(.weight(isBold: isActive))
  }

  /// Shows the texts in this view in italics.
  ///
  /// `false` does not undo the same modifier of a container around this view, such as a stack.
  nonisolated public func italic(_ isActive: Bool = true) -> some View {
    decorated(.slant(isItalic: isActive))
  }

  /// Sets the alignment of the lines of the texts in this view.
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    let value =
      switch alignment {
      case .leading: "start"
      case .center: "center"
      case .trailing: "end"
      }
    return decorated(.textAlign, value)
  }

  /// Sets the maximum number of lines of each text in this view, and of each field for several
  /// lines.
  ///
  /// `nil` shows all lines.
  nonisolated public func lineLimit(_ number: Int?) -> some View {
    lines(from: nil, through: number)
  }

  /// Sets a help text.
  ///
  /// Browsers show it while the pointer rests on this view, and screen readers can read it.
  nonisolated public func help(_ text: some StringProtocol) -> some View {
    decorated(.attribute(.title, String(text)))
  }

  /// Sets the label that screen readers read for this view.
  nonisolated public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    decorated(.label(String(label)))
  }

  /// Sets the label that screen readers read for this view.
  nonisolated public func accessibilityLabel(_ label: Text) -> some View {
    decorated(.label(label.string))
  }

  /// Hides this view from screen readers.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View {
    decorated(hidden ? .attribute(.ariaHidden, "true") : nil)
  }

  /// Sets the accent colour of the controls in this view.
  ///
  /// `nil` does not change it.
  nonisolated public func tint(_ tint: Color?) -> some View {
    decorated(.accent, tint?.css)
  }

  /// Sets one CSS property of the outermost elements of this view, unless the value is nil.
  nonisolated func decorated(_ name: InlineStyle.Property, _ value: String?) -> some View {
    decorated(value.map { .style(name, $0) })
  }

  /// Decorates the outermost elements of this view, unless the decoration is nil.
  nonisolated func decorated(_ decoration: Decoration?) -> some View {
    DecoratedView(content: self, decoration: decoration)
  }
}
