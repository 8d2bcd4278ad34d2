// SPDX-License-Identifier: Apache-2.0

/// A room whose content may be larger than it, and is scrolled then.
///
/// In a direction without a bound (a frame, or the window) it is as large as its content.
public struct ScrollView<Content: View> {
  /// The directions.
  public var axes: Axis.Set
  /// Whether bars show where the content is.
  public var showsIndicators: Bool
  /// What is scrolled.
  public var content: Content

  /// Creates a room that scrolls.
  nonisolated public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    self.axes = axes
    self.showsIndicators = showsIndicators
    self.content = content()
  }
}

extension ScrollView: View, PrimitiveView, BoxView {
  var box: Box {
    var name = "mv-scroll mv-x mv-y"
    if axes.contains(.horizontal) { name += " mv-scroll-x" }
    if axes.contains(.vertical) { name += " mv-scroll-y" }
    if !showsIndicators { name += " mv-no-bars" }
    return Box(name: name).with(.tabindex, "0")
  }
}

/// A container that asks for the size of its room, which a page does not know.
@available(*, unavailable, message: "a browser lays pages out, so that a body knows no size")
public struct GeometryReader<Content: View>: View {
  /// Is not there.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}

  /// Nothing.
  public var body: some View { EmptyView() }
}

/// The size that a `GeometryReader` would tell.
public struct GeometryProxy {
  /// The size.
  public let size: CGSize
}
