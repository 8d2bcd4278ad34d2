// SPDX-License-Identifier: Apache-2.0

// Containers, grids and modifiers of the layout.

public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}
@MainActor @preconcurrency public struct LazyVStack<Content>: View where Content: View {
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct LazyHStack<Content>: View where Content: View {
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct ScrollView<Content>: View where Content: View {
  public var content: Content
  public var axes: Axis.Set
  public var showsIndicators: Bool
  nonisolated public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct GeometryReader<Content>: View where Content: View {
  nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    fatalError()
  }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
public struct GeometryProxy {
  public var size: CGSize { fatalError() }
}
@frozen public struct Grid<Content> where Content: View {
  nonisolated public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { fatalError() }
}
extension Grid: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@frozen public struct GridRow<Content> where Content: View {
  nonisolated public init(
    alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content
  ) { fatalError() }
}
extension GridRow: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(
    _ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil
  ) { fatalError() }
}
@MainActor @preconcurrency public struct LazyVGrid<Content>: View where Content: View {
  nonisolated public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct LazyHGrid<Content>: View where Content: View {
  nonisolated public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension View {
  nonisolated public func gridCellColumns(_ count: Int) -> some View { EmptyView() }
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { EmptyView() }
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { EmptyView() }
  @_disfavoredOverload nonisolated public func background<Background>(
    _ background: Background, alignment: Alignment = .center
  ) -> some View where Background: View { EmptyView() }
  nonisolated public func background<V>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View where V: View { EmptyView() }
  nonisolated public func background<S>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View where S: ShapeStyle { EmptyView() }
  nonisolated public func background<S, T>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View where S: ShapeStyle, T: Shape { EmptyView() }
  @_disfavoredOverload nonisolated public func overlay<Overlay>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View where Overlay: View { EmptyView() }
  nonisolated public func overlay<V>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View where V: View { EmptyView() }
  nonisolated public func overlay<S>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View where S: ShapeStyle { EmptyView() }
  nonisolated public func border<S>(_ content: S, width: CGFloat = 1) -> some View
  where S: ShapeStyle { EmptyView() }
  nonisolated public func layoutPriority(_ value: Double) -> some View { EmptyView() }
  nonisolated public func fixedSize() -> some View { EmptyView() }
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { EmptyView() }
  nonisolated public func opacity(_ opacity: Double) -> some View { EmptyView() }
  nonisolated public func hidden() -> some View { EmptyView() }
  nonisolated public func offset(_ offset: CGSize) -> some View { EmptyView() }
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    EmptyView()
  }
  nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    EmptyView()
  }
  nonisolated public func zIndex(_ value: Double) -> some View { EmptyView() }
  nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode)
    -> some View
  { EmptyView() }
  nonisolated public func scaledToFit() -> some View { EmptyView() }
  nonisolated public func scaledToFill() -> some View { EmptyView() }
  nonisolated public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0,
    y: CGFloat = 0
  ) -> some View { EmptyView() }
  nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View
  where S: Shape { EmptyView() }
  nonisolated public func clipped(antialiased: Bool = false) -> some View { EmptyView() }
  nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    EmptyView()
  }
  nonisolated public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View
  where S: Shape { EmptyView() }
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    EmptyView()
  }
  nonisolated public func lineLimit(_ number: Int?) -> some View { EmptyView() }
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { EmptyView() }
  nonisolated public func monospaced(_ isActive: Bool = true) -> some View { EmptyView() }
  nonisolated public func monospacedDigit() -> some View { EmptyView() }
  nonisolated public func foregroundColor(_ color: Color?) -> some View { EmptyView() }
  nonisolated public func tint(_ tint: Color?) -> some View { EmptyView() }
  nonisolated public func help(_ textKey: LocalizedStringKey) -> some View { EmptyView() }
  nonisolated public func help(_ text: Text) -> some View { EmptyView() }
  @_disfavoredOverload nonisolated public func help<S>(_ text: S) -> some View
  where S: StringProtocol { EmptyView() }
  nonisolated public func accessibilityHidden(_ hidden: Bool)
    -> ModifiedContent<Self, AccessibilityAttachmentModifier>
  { fatalError() }
}
