// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Shows the texts in this view in a style.
  nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    DecoratedView(content: self, decoration: .color(style._color))
  }

  /// Shows the texts in this view in a colour; `nil` leaves the colour as it is.
  nonisolated public func foregroundColor(_ color: Color?) -> some View {
    DecoratedView(content: self, decoration: color.map { .color($0) })
  }

  /// Shows the texts in this view in a style; `nil` leaves the style as it is.
  nonisolated public func font(_ font: Font?) -> some View {
    DecoratedView(content: self, decoration: font.map { .font($0) })
  }

  /// Shows the texts in this view in a thickness; `nil` leaves it as it is.
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View {
    decorated(.fontWeight, weight.map { String($0.value) })
  }

  /// Shows the texts in this view with letters of one width.
  nonisolated public func monospaced(_ isActive: Bool = true) -> some View {
    decorated(.fontFamily, isActive ? Font.Design.monospaced.family : nil)
  }

  /// Shows the texts in this view with digits of one width, which those of a page have anyway.
  nonisolated public func monospacedDigit() -> some View { self }

  /// Shows the texts in this view in bold.
  nonisolated public func bold(_ isActive: Bool = true) -> some View {
    DecoratedView(content: self, decoration: .weight(isBold: isActive))
  }

  /// Shows the texts in this view in italics.
  nonisolated public func italic(_ isActive: Bool = true) -> some View {
    DecoratedView(content: self, decoration: .slant(isItalic: isActive))
  }

  /// Says how the lines of the texts in this view stand below each other.
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    let value =
      switch alignment {
      case .leading: "start"
      case .center: "center"
      case .trailing: "end"
      }
    return decorated(.textAlign, value)
  }

  /// Shows at most so many lines of the texts in this view; `nil` shows all.
  nonisolated public func lineLimit(_ number: Int?) -> some View {
    let box = number.map {
      Box(
        name: "mv-g mv-lines", style: InlineStyle().with(.lineClamp, String(max($0, 1))))
    }
    return BoxedView(self, box ?? Box(name: "mv-g"))
  }

  /// Says what is shown when a pointer rests on this view, and to people who do not see it.
  nonisolated public func help(_ text: some StringProtocol) -> some View {
    DecoratedView(content: self, decoration: .attribute(.title, String(text)))
  }

  /// Says what this view is called for people who do not see it.
  nonisolated public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    DecoratedView(content: self, decoration: .label(String(label)))
  }

  /// Says what this view is called for people who do not see it.
  nonisolated public func accessibilityLabel(_ label: Text) -> some View {
    DecoratedView(content: self, decoration: .label(label.string))
  }

  /// Keeps this view from people who do not see the page.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View {
    DecoratedView(content: self, decoration: hidden ? .attribute(.ariaHidden, "true") : nil)
  }

  /// Colours what can be pressed in this view.
  nonisolated public func tint(_ tint: Color?) -> some View {
    decorated(.accent, tint?.css)
  }

  /// This view with one property of its style.
  nonisolated func decorated(_ name: InlineStyle.Property, _ value: String?) -> some View {
    DecoratedView(content: self, decoration: value.map { .style(name, $0) })
  }
}
