// SPDX-License-Identifier: Apache-2.0

// Navigation between views.

@MainActor @preconcurrency public struct NavigationStack<Data, Root>: View where Root: View {
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    fatalError()
  }
  nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root)
  where Data == NavigationPath { fatalError() }
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  { fatalError() }
  public var body: some View { EmptyView() }
}
public struct NavigationPath {
  public var count: Int { fatalError() }
  public var isEmpty: Bool { fatalError() }
  public init() { fatalError() }
  public init<S>(_ elements: S) where S: Sequence, S.Element: Hashable { fatalError() }
  public mutating func append<V>(_ value: V) where V: Hashable {}
  public mutating func removeLast(_ k: Int = 1) {}
}
extension NavigationPath: Equatable {
  public static func == (lhs: NavigationPath, rhs: NavigationPath) -> Bool { fatalError() }
}
@MainActor @preconcurrency public struct NavigationLink<Label, Destination>: View
where Label: View, Destination: View {
  nonisolated public init(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) { fatalError() }
  public var body: some View { EmptyView() }
}
extension NavigationLink where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, @ViewBuilder destination: () -> Destination
  ) where S: StringProtocol { fatalError() }
}
extension NavigationLink where Destination == Never {
  nonisolated public init<P>(value: P?, @ViewBuilder label: () -> Label) where P: Hashable {
    fatalError()
  }
  nonisolated public init<P>(_ titleKey: LocalizedStringKey, value: P?)
  where Label == Text, P: Hashable { fatalError() }
  @_disfavoredOverload nonisolated public init<S, P>(_ title: S, value: P?)
  where Label == Text, S: StringProtocol, P: Hashable { fatalError() }
}
extension View {
  nonisolated public func navigationDestination<D, C>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View where D: Hashable, C: View { EmptyView() }
  nonisolated public func navigationDestination<V>(
    isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
  ) -> some View where V: View { EmptyView() }
  nonisolated public func navigationDestination<D, C>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View where D: Hashable, C: View { EmptyView() }
}
public struct NavigationSplitViewVisibility: Equatable, Sendable {
  init() {}
  public static var automatic: NavigationSplitViewVisibility { .init() }
  public static var all: NavigationSplitViewVisibility { .init() }
  public static var doubleColumn: NavigationSplitViewVisibility { .init() }
  public static var detailOnly: NavigationSplitViewVisibility { .init() }
}
@MainActor @preconcurrency public struct NavigationSplitView<Sidebar, Content, Detail>: View
where Sidebar: View, Content: View, Detail: View {
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) { fatalError() }
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { fatalError() }
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) where Content == EmptyView { fatalError() }
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) where Content == EmptyView { fatalError() }
  public var body: some View { EmptyView() }
}
@MainActor @preconcurrency public struct TabView<SelectionValue, Content>: View
where SelectionValue: Hashable, Content: View {
  nonisolated public init(
    selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: some View { EmptyView() }
}
extension TabView {
  nonisolated public init<C>(
    selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
  ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C: TabContent { fatalError() }
}
extension TabView where SelectionValue == Int {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}
@MainActor @preconcurrency public protocol TabContent<TabValue> {
  associatedtype TabValue: Hashable
}
@resultBuilder public struct TabContentBuilder<TabValue> where TabValue: Hashable {
  @MainActor @preconcurrency public struct Content<C>: View where C: TabContent {
    public typealias Body = Never
    public var body: Never { fatalError() }
  }
  public static func buildExpression<C>(_ content: C) -> C where C: TabContent<TabValue> {
    content
  }
  public static func buildBlock<C>(_ content: C) -> C where C: TabContent<TabValue> { content }
  public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> TabGroup<TabValue>
  where C0: TabContent<TabValue>, C1: TabContent<TabValue> { fatalError() }
  public static func buildBlock<C0, C1, C2>(_ c0: C0, _ c1: C1, _ c2: C2) -> TabGroup<TabValue>
  where C0: TabContent<TabValue>, C1: TabContent<TabValue>, C2: TabContent<TabValue> {
    fatalError()
  }
}
@MainActor @preconcurrency public struct TabGroup<TabValue>: TabContent where TabValue: Hashable {}
@MainActor @preconcurrency public struct Tab<Value, Content, Label> {
}
extension Tab: TabContent where Value: Hashable {
  public typealias TabValue = Value
}
extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
}
extension Tab where Value: Hashable, Content: View, Label: View {
  nonisolated public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) { fatalError() }
}
public struct DefaultTabLabel: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol TabViewStyle {
}
public struct DefaultTabViewStyle: TabViewStyle {
  public init() {}
}
@available(macOS, unavailable)
public struct PageTabViewStyle: TabViewStyle {
  public struct IndexDisplayMode: Sendable {
    public static let automatic = IndexDisplayMode()
    public static let always = IndexDisplayMode()
    public static let never = IndexDisplayMode()
  }
  public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}
extension TabViewStyle where Self == DefaultTabViewStyle {
  @MainActor @preconcurrency public static var automatic: DefaultTabViewStyle {
    DefaultTabViewStyle()
  }
}
@available(macOS, unavailable)
extension TabViewStyle where Self == PageTabViewStyle {
  @MainActor @preconcurrency public static var page: PageTabViewStyle { PageTabViewStyle() }
  @MainActor @preconcurrency public static func page(
    indexDisplayMode: PageTabViewStyle.IndexDisplayMode
  ) -> PageTabViewStyle { PageTabViewStyle() }
}
extension View {
  nonisolated public func tabItem<V>(@ViewBuilder _ label: () -> V) -> some View where V: View {
    EmptyView()
  }
  nonisolated public func tabViewStyle<S>(_ style: S) -> some View where S: TabViewStyle {
    EmptyView()
  }
}
public struct ToolbarItemPlacement {
  init() {}
  public static let automatic = ToolbarItemPlacement()
  public static let principal = ToolbarItemPlacement()
  public static let navigation = ToolbarItemPlacement()
  public static let primaryAction = ToolbarItemPlacement()
  public static let secondaryAction = ToolbarItemPlacement()
  public static let status = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let cancellationAction = ToolbarItemPlacement()
  public static let destructiveAction = ToolbarItemPlacement()
}
extension ToolbarItemPlacement: @unchecked Sendable {}
@MainActor @preconcurrency public protocol ToolbarContent {}
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildExpression<C>(_ content: C) -> C where C: ToolbarContent { content }
  public static func buildBlock<C>(_ content: C) -> some ToolbarContent where C: ToolbarContent {
    content
  }
  public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> some ToolbarContent
  where C0: ToolbarContent, C1: ToolbarContent { c0 }
}
@MainActor @preconcurrency public struct ToolbarItem<ID, Content>: ToolbarContent
where Content: View {
}
extension ToolbarItem where ID == () {
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) { fatalError() }
}
@MainActor @preconcurrency public struct ToolbarItemGroup<Content>: ToolbarContent
where Content: View {
}
extension ToolbarItemGroup {
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) { fatalError() }
}
public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
  public static let toolbar = SearchFieldPlacement()
  public static let sidebar = SearchFieldPlacement()
}
public struct RefreshAction: Sendable {
  public func callAsFunction() async {}
}
extension EnvironmentValues {
  public var refresh: RefreshAction? { fatalError() }
}
public enum PopoverAttachmentAnchor {
  case rect(Anchor<CGRect>.Source)
  case point(UnitPoint)
}
@frozen public struct Anchor<Value> {
  @frozen public struct Source {}
}
extension Anchor.Source where Value == CGRect {
  public static var bounds: Anchor<CGRect>.Source { fatalError() }
}
extension View {
  nonisolated public func toolbar<Content>(@ViewBuilder content: () -> Content) -> some View
  where Content: View { EmptyView() }
  nonisolated public func toolbar<Content>(@ToolbarContentBuilder content: () -> Content)
    -> some View where Content: ToolbarContent
  { EmptyView() }
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { EmptyView() }
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View { EmptyView() }
  @_disfavoredOverload nonisolated public func searchable<S>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View where S: StringProtocol { EmptyView() }
  @preconcurrency nonisolated public func refreshable(
    action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView() }
  nonisolated public func popover<Item, Content>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View where Item: Identifiable, Content: View { EmptyView() }
  nonisolated public func popover<Content>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View where Content: View { EmptyView() }
  nonisolated public func fullScreenCover<Content>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View where Content: View { EmptyView() }
  nonisolated public func alert<A, M, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View where A: View, M: View { EmptyView() }
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    EmptyView()
  }
  nonisolated public func confirmationDialog<A>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
  ) -> some View where A: View { EmptyView() }
  nonisolated public func confirmationDialog<A, M>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View where A: View, M: View { EmptyView() }
}
