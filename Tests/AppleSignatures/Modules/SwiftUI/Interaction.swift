// SPDX-License-Identifier: Apache-2.0

// Focus, keys, pointers, rows, styles and animations.

import Observation

@frozen @propertyWrapper public struct FocusState<Value>: DynamicProperty where Value: Hashable {
  @frozen @propertyWrapper public struct Binding {
    private let place: Int
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set { fatalError() }
    }
    public var projectedValue: FocusState<Value>.Binding { self }
  }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: FocusState<Value>.Binding { fatalError() }
  public init() where Value == Bool { fatalError() }
  public init<T>() where Value == T?, T: Hashable { fatalError() }
}
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  @available(
    *, unavailable, message: "The wrapped value must be an object that conforms to Observable"
  )
  public init(wrappedValue: Value) { fatalError() }
}
extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>)
    -> Binding<Subject>
  { fatalError() }
}
extension Bindable where Value: AnyObject, Value: Observable {
  public init(wrappedValue: Value) { fatalError() }
  public init(_ wrappedValue: Value) { fatalError() }
  public init(projectedValue: Bindable<Value>) { fatalError() }
}
@frozen public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let shift = EventModifiers(rawValue: 2)
  public static let control = EventModifiers(rawValue: 4)
  public static let option = EventModifiers(rawValue: 8)
  public static let command = EventModifiers(rawValue: 16)
  public static let all = EventModifiers(rawValue: 31)
}
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  public var character: Character
  public init(_ character: Character) { fatalError() }
  public init(extendedGraphemeClusterLiteral: Character) { fatalError() }
  public static let `return` = KeyEquivalent("r")
  public static let escape = KeyEquivalent("e")
  public static let delete = KeyEquivalent("d")
  public static let tab = KeyEquivalent("t")
  public static let space = KeyEquivalent("s")
  public static let upArrow = KeyEquivalent("u")
  public static let downArrow = KeyEquivalent("d")
  public static let leftArrow = KeyEquivalent("l")
  public static let rightArrow = KeyEquivalent("r")
}
public struct KeyboardShortcut: Hashable, Sendable {
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) { fatalError() }
  public static let defaultAction = KeyboardShortcut(.return)
  public static let cancelAction = KeyboardShortcut(.escape)
  public static func == (lhs: KeyboardShortcut, rhs: KeyboardShortcut) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) {}
}
extension View {
  nonisolated public func focused<Value>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View where Value: Hashable { EmptyView() }
  nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    EmptyView()
  }
  nonisolated public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View { EmptyView() }
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    EmptyView()
  }
  nonisolated public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    EmptyView()
  }
  nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void)
    -> some View
  { EmptyView() }
  nonisolated public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
    perform action: @escaping (CGPoint) -> Void
  ) -> some View { EmptyView() }
  nonisolated public func contextMenu<MenuItems>(@ViewBuilder menuItems: () -> MenuItems)
    -> some View where MenuItems: View
  { EmptyView() }
  nonisolated public func swipeActions<T>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View where T: View { EmptyView() }
  nonisolated public func animation<V>(_ animation: Animation?, value: V) -> some View
  where V: Equatable { EmptyView() }
  nonisolated public func transition(_ t: AnyTransition) -> some View { EmptyView() }
  nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle {
    EmptyView()
  }
  nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: ButtonStyle {
    EmptyView()
  }
}
public protocol DynamicViewContent: View {
  associatedtype Data: Collection
  var data: Self.Data { get }
}
extension ForEach: DynamicViewContent where Content: View {}
extension DynamicViewContent {
  nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?)
    -> some DynamicViewContent
  { ForEach(0..<1) { _ in EmptyView() } }
  nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?)
    -> some DynamicViewContent
  { ForEach(0..<1) { _ in EmptyView() } }
}
extension RangeReplaceableCollection where Self: MutableCollection {
  public mutating func remove(atOffsets offsets: IndexSet) {}
}
extension MutableCollection {
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {}
}
extension List {
  nonisolated public init(
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
  ) { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Data, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection,
    RowContent: View, Data.Element: Identifiable
  { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Data, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection,
    RowContent: View, Data.Element: Identifiable
  { fatalError() }
}
@MainActor @preconcurrency public protocol ButtonStyle {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration)
    -> Self.Body
  typealias Configuration = ButtonStyleConfiguration
}
public struct ButtonStyleConfiguration {
  @MainActor @preconcurrency public struct Label: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
  }
  public let role: ButtonRole?
  public let label: ButtonStyleConfiguration.Label
  public let isPressed: Bool
}
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public struct DefaultButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderedButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct PlainButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  @MainActor @preconcurrency public static var automatic: DefaultButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  @MainActor @preconcurrency public static var bordered: BorderedButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle {
    .init()
  }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { .init() }
}
extension Animation {
  public static let linear = Animation()
  public static let easeIn = Animation()
  public static let easeOut = Animation()
  public static let easeInOut = Animation()
  public static var spring: Animation { Animation() }
  public static var smooth: Animation { Animation() }
  public static var snappy: Animation { Animation() }
  public static var bouncy: Animation { Animation() }
  public static func linear(duration: Double) -> Animation { Animation() }
  public static func easeIn(duration: Double) -> Animation { Animation() }
  public static func easeOut(duration: Double) -> Animation { Animation() }
  public static func easeInOut(duration: Double) -> Animation { Animation() }
  public func speed(_ speed: Double) -> Animation { self }
}
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result { fatalError() }
extension Binding {
  public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
}
@frozen public struct AnyTransition {
  init() {}
  public static let identity = AnyTransition()
  public static let opacity = AnyTransition()
  public static var scale: AnyTransition { AnyTransition() }
  public static var slide: AnyTransition { AnyTransition() }
  public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition)
    -> AnyTransition
  { insertion }
  public func combined(with other: AnyTransition) -> AnyTransition { other }
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}
extension AnyTransition: @unchecked Sendable {}
