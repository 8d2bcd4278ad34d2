// SPDX-License-Identifier: Apache-2.0

/// Views below each other.
public struct VStack<Content: View> {
  let alignment: HorizontalAlignment
  let spacing: Double?
  let content: Content

  /// Creates a vertical stack.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

/// Views beside each other.
public struct HStack<Content: View> {
  let alignment: VerticalAlignment
  let spacing: Double?
  let content: Content

  /// Creates a horizontal stack.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

/// Views on top of each other.
public struct ZStack<Content: View> {
  let alignment: Alignment
  let content: Content

  /// Creates a stack in depth.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }
}

extension VStack: View, PrimitiveView, BoxView {
  var name: String {
    "mv-vstack" + BoxClass.alignment(alignment.name, unless: "center") + BoxClass.spacing(spacing)
  }
}

extension HStack: View, PrimitiveView, BoxView {
  var name: String {
    "mv-hstack" + BoxClass.alignment(alignment.name, unless: "center") + BoxClass.spacing(spacing)
  }
}

extension ZStack: View, PrimitiveView, BoxView {
  var name: String { "mv-zstack" + BoxClass.alignment(alignment.name, unless: "center") }
}
