// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Shows the texts in this view in a style.
  public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    DecoratedView(content: self, decoration: .color(style._color))
  }

  /// Shows the texts in this view in a style; `nil` leaves the style as it is.
  public func font(_ font: Font?) -> some View {
    DecoratedView(content: self, decoration: font.map { .font($0) })
  }

  /// Shows the texts in this view in bold.
  public func bold(_ isActive: Bool = true) -> some View {
    DecoratedView(content: self, decoration: .weight(isBold: isActive))
  }

  /// Shows the texts in this view in italics.
  public func italic(_ isActive: Bool = true) -> some View {
    DecoratedView(content: self, decoration: .slant(isItalic: isActive))
  }

  /// Puts space around this view, in steps of four points up to 48.
  public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    DecoratedView(content: self, decoration: .padding(edges: edges, length: length))
  }

  /// Puts the same space on all sides of this view.
  public func padding(_ length: Double) -> some View {
    padding(.all, length)
  }

  /// Says what this view is called for people who do not see it.
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    DecoratedView(content: self, decoration: .label(String(label)))
  }
}
