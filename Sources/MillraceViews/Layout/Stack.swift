// SPDX-License-Identifier: Apache-2.0

/// Views below each other.
public struct VStack<Content: View> {
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a vertical stack.
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
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
  let spacing: CGFloat?
  let content: Content

  /// Creates a horizontal stack.
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
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
  nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }
}

extension VStack: View, PrimitiveView, BoxView {
  var box: Box { .stack("mv-vstack", alignment.name, spacing: spacing) }
}

extension HStack: View, PrimitiveView, BoxView {
  var box: Box { .stack("mv-hstack", alignment.name, spacing: spacing) }
}

extension ZStack: View, PrimitiveView, BoxView {
  var box: Box { .stack("mv-zstack", alignment.name, spacing: nil) }
}

extension Box {
  /// The box of a stack.
  static func stack(_ name: String, _ alignment: String, spacing: CGFloat?) -> Box {
    var box = Box(name: name + BoxClass.alignment(alignment, unless: "center"))
    box.style.set(.gap, spacing.map { max($0, 0) })
    return box
  }
}

/// Which headers and footers of a lazy stack stay in view; a page lets all of them scroll.
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The headers of sections.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// The footers of sections.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Views below each other, as wide as there is room.
///
/// Of a `ForEach` right in it with more than 200 elements, the page has the rows in view and some
/// more, as in a ``List``.
public struct LazyVStack<Content: View> {
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a vertical stack.
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

/// Views beside each other, as high as there is room.
///
/// All of its views are made at once.
public struct LazyHStack<Content: View> {
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a horizontal stack.
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyVStack: View, PrimitiveView, BoxView {
  var box: Box {
    var box = Box.stack("mv-vstack mv-x", alignment.name, spacing: spacing)
    box.hasWindows = true
    return box
  }
}

extension LazyHStack: View, PrimitiveView, BoxView {
  var box: Box { .stack("mv-hstack mv-y", alignment.name, spacing: spacing) }
}
