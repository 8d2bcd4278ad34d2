// SPDX-License-Identifier: Apache-2.0

// Lists of data, their styles and rows, sections that can be hidden, and scrolling to a row.

@MainActor @preconcurrency public protocol ListStyle {}
@MainActor @preconcurrency public struct DefaultListStyle: ListStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct PlainListStyle: ListStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct InsetListStyle: ListStyle {
  nonisolated public init() {}
}
@available(macOS, unavailable)
@MainActor @preconcurrency public struct GroupedListStyle: ListStyle {
  nonisolated public init() {}
}
@available(macOS, unavailable)
@MainActor @preconcurrency public struct InsetGroupedListStyle: ListStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct SidebarListStyle: ListStyle {
  nonisolated public init() {}
}
extension ListStyle where Self == DefaultListStyle {
  @MainActor @preconcurrency public static var automatic: DefaultListStyle { .init() }
}
extension ListStyle where Self == PlainListStyle {
  @MainActor @preconcurrency public static var plain: PlainListStyle { .init() }
}
extension ListStyle where Self == InsetListStyle {
  @MainActor @preconcurrency public static var inset: InsetListStyle { .init() }
}
@available(macOS, unavailable)
extension ListStyle where Self == GroupedListStyle {
  @MainActor @preconcurrency public static var grouped: GroupedListStyle { .init() }
}
@available(macOS, unavailable)
extension ListStyle where Self == InsetGroupedListStyle {
  @MainActor @preconcurrency public static var insetGrouped: InsetGroupedListStyle { .init() }
}
extension ListStyle where Self == SidebarListStyle {
  @MainActor @preconcurrency public static var sidebar: SidebarListStyle { .init() }
}
@frozen public enum Prominence: Sendable { case standard, increased }
@available(macOS, unavailable)
public struct ListSectionSpacing: Sendable {
  public static let `default` = ListSectionSpacing()
  public static let compact = ListSectionSpacing()
  public static func custom(_ spacing: CGFloat) -> ListSectionSpacing { .init() }
}
@frozen public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
extension VerticalEdge {
  @frozen public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public init(_ e: VerticalEdge) { fatalError() }
    public static let top = Set(rawValue: 1)
    public static let bottom = Set(rawValue: 2)
    public static let all = Set(rawValue: 3)
  }
}
extension View {
  nonisolated public func listStyle<S>(_ style: S) -> some View where S: ListStyle { EmptyView() }
  nonisolated public func headerProminence(_ prominence: Prominence) -> some View { EmptyView() }
  @available(macOS, unavailable)
  nonisolated public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View {
    EmptyView()
  }
  @available(macOS, unavailable)
  nonisolated public func listSectionSpacing(_ spacing: CGFloat) -> some View { EmptyView() }
  nonisolated public func listRowSeparator(
    _ visibility: Visibility, edges: VerticalEdge.Set = .all
  ) -> some View { EmptyView() }
  nonisolated public func listRowBackground<V>(_ view: V?) -> some View where V: View {
    EmptyView()
  }
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { EmptyView() }
  nonisolated public func deleteDisabled(_ isDisabled: Bool) -> some View { EmptyView() }
  nonisolated public func moveDisabled(_ isDisabled: Bool) -> some View { EmptyView() }
  nonisolated public func selectionDisabled(_ isDisabled: Bool = true) -> some View { EmptyView() }
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) where S: StringProtocol { fatalError() }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content,
    @ViewBuilder header: () -> Parent
  ) { fatalError() }
}
extension ForEach where Content: View {
  public init<C>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection,
    C: RandomAccessCollection, C.Index: Hashable
  { fatalError() }
}
extension List {
  nonisolated public init<Data, ID, RowContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable,
    RowContent: View
  { fatalError() }
  nonisolated public init<Data, ID, RowContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable,
    RowContent: View
  { fatalError() }
  nonisolated public init<RowContent>(
    _ data: Range<Int>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent>, RowContent: View { fatalError() }
  nonisolated public init<RowContent>(
    _ data: Range<Int>, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent>, RowContent: View { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID, RowContent
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID, RowContent
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
}
extension List where SelectionValue == Never {
  nonisolated public init<RowContent>(
    _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent>, RowContent: View { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID, RowContent
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
  nonisolated public init<Data, ID, RowContent>(
    _ data: Binding<Data>, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<LazyMapSequence<Data.Indices, (Data.Index, ID)>, ID, RowContent>,
    Data: MutableCollection, Data: RandomAccessCollection, ID: Hashable, RowContent: View,
    Data.Index: Hashable
  { fatalError() }
}
@frozen @MainActor @preconcurrency public struct ScrollViewReader<Content>: View
where Content: View {
  public var content: (ScrollViewProxy) -> Content
  nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    fatalError()
  }
  public var body: some View { EmptyView() }
}
public struct ScrollViewProxy {
  public func scrollTo<ID>(_ id: ID, anchor: UnitPoint? = nil) where ID: Hashable {}
}
@available(*, unavailable) extension ScrollViewProxy: Sendable {}
public struct EditActions<Data>: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public typealias RawValue = Int
}
extension EditActions where Data: MutableCollection {
  public static var move: EditActions<Data> { fatalError() }
}
extension EditActions where Data: RangeReplaceableCollection {
  public static var delete: EditActions<Data> { fatalError() }
}
extension EditActions where Data: MutableCollection, Data: RangeReplaceableCollection {
  public static var all: EditActions<Data> { fatalError() }
}
public struct EditableCollectionContent<Content, Data> {
  init() {}
}
@available(*, unavailable) extension EditableCollectionContent: Sendable {}
extension EditableCollectionContent: View
where
  Content: View, Data: MutableCollection, Data: RandomAccessCollection, Data.Index: Hashable
{
  public typealias Body = Never
  public var body: Never { fatalError() }
}
public struct IndexedIdentifierCollection<Base, ID>: RandomAccessCollection
where Base: RandomAccessCollection, ID: Hashable {
  public struct Element {}
  public struct Index: Comparable {
    public static func < (lhs: Index, rhs: Index) -> Bool { fatalError() }
  }
  public subscript(position: Index) -> Element { fatalError() }
  public var startIndex: Index { fatalError() }
  public var endIndex: Index { fatalError() }
  public func index(before i: Index) -> Index { fatalError() }
  public func index(after i: Index) -> Index { fatalError() }
}
extension ForEach where Content: View {
  public init<C, R>(
    _ data: Binding<C>, editActions: EditActions<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> R
  )
  where
    Data == IndexedIdentifierCollection<C, ID>, ID == C.Element.ID,
    Content == EditableCollectionContent<R, C>, C: MutableCollection, C: RandomAccessCollection,
    R: View, C.Element: Identifiable, C.Index: Hashable
  { fatalError() }
  public init<C, R>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> R
  )
  where
    Data == IndexedIdentifierCollection<C, ID>, Content == EditableCollectionContent<R, C>,
    C: MutableCollection, C: RandomAccessCollection, R: View, C.Index: Hashable
  { fatalError() }
}
extension List {
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, editActions: EditActions<Data>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, editActions: EditActions<Data>,
    selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
}
extension List where SelectionValue == Never {
  nonisolated public init<Data, RowContent>(
    _ data: Binding<Data>, editActions: EditActions<Data>,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
  )
  where
    Content == ForEach<
      IndexedIdentifierCollection<Data, Data.Element.ID>, Data.Element.ID,
      EditableCollectionContent<RowContent, Data>
    >, Data: MutableCollection, Data: RandomAccessCollection, RowContent: View,
    Data.Element: Identifiable, Data.Index: Hashable
  { fatalError() }
}
