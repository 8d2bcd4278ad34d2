// SPDX-License-Identifier: Apache-2.0

/// A vertical stack of views.
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

/// A horizontal stack of views.
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

/// A stack of views on top of each other.
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
    var box = Box(name: name + BoxClass.alignment(alignment))
    box.style.set(.gap, spacing.map { max($0, 0) })
    return box
  }
}

/// The headers and footers of a lazy stack that stay visible while it scrolls.
///
/// A page ignores this: all headers and footers scroll.
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// The set as bits, one for each kind.
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

/// A vertical stack of views that takes all the available width.
///
/// If it contains a `ForEach` with more than 200 elements, directly or in a `Section`, only the
/// visible rows and some rows around them are on the page, as in a ``List``.
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

/// A horizontal stack of views that takes all the available height.
///
/// All of its views are created at once.
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
