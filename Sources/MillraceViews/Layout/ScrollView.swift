// SPDX-License-Identifier: Apache-2.0

/// A view that scrolls its content if the content is larger than the view.
///
/// In a direction in which neither a frame nor the browser's window limits the view, it is as large
/// as its content.
public struct ScrollView<Content: View> {
  /// The directions in which the view scrolls.
  public var axes: Axis.Set
  /// Whether scroll bars are shown.
  public var showsIndicators: Bool
  /// The content that is scrolled.
  public var content: Content

  /// Creates a scroll view.
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

/// A container whose content depends on the size of the container.
///
/// It is unavailable on a page.
@available(*, unavailable, message: "a browser computes the layout, so no size is known in a body")
public struct GeometryReader<Content: View>: View {
  /// Unavailable.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}

  /// An empty view.
  public var body: some View { EmptyView() }
}

/// The size of a `GeometryReader`.
public struct GeometryProxy {
  /// The size.
  public let size: CGSize
}
