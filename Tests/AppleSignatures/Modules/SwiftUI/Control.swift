// SPDX-License-Identifier: Apache-2.0

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}
@MainActor @preconcurrency public struct Button<Label>: View where Label: View {
  @preconcurrency nonisolated public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) { fatalError() }
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension Button: Sendable {}
extension Button where Label == Text {
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) { fatalError() }
  @_disfavoredOverload @preconcurrency nonisolated public init<S>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) where S: StringProtocol { fatalError() }
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { fatalError() }
  @_disfavoredOverload @preconcurrency nonisolated public init<S>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) where S: StringProtocol { fatalError() }
}
extension Button {
  @preconcurrency nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) { fatalError() }
}

@MainActor @preconcurrency public struct TextField<Label>: View where Label: View {
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension TextField: Sendable {}
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) where S: StringProtocol { fatalError() }
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(_ title: S, text: Binding<String>)
  where S: StringProtocol { fatalError() }
}
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, text: Binding<String>, axis: Axis
  ) where S: StringProtocol { fatalError() }
}
extension TextField {
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) { fatalError() }
}

@MainActor @preconcurrency public struct SecureField<Label>: View where Label: View {
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension SecureField: Sendable {}
extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) where S: StringProtocol { fatalError() }
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(_ title: S, text: Binding<String>)
  where S: StringProtocol { fatalError() }
}

@MainActor @preconcurrency public struct Toggle<Label>: View where Label: View {
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { fatalError() }
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension Toggle: Sendable {}
extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(_ title: S, isOn: Binding<Bool>)
  where S: StringProtocol { fatalError() }
}

@MainActor @preconcurrency
public struct Picker<Label, SelectionValue, Content>: View
where Label: View, SelectionValue: Hashable, Content: View {
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension Picker: Sendable {}
extension Picker {
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) { fatalError() }
}
extension Picker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) where S: StringProtocol { fatalError() }
}

@MainActor @preconcurrency
public struct List<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View {
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension List: Sendable {}
extension List {
  nonisolated public init(
    selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content
  ) { fatalError() }
}
extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  nonisolated public init<Data, RowContent>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection,
    RowContent: View, Data.Element: Identifiable
  { fatalError() }
  nonisolated public init<Data, ID, RowContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable,
    RowContent: View
  { fatalError() }
}

@MainActor @preconcurrency public struct Form<Content>: View where Content: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: some View { EmptyView() }
}
@available(*, unavailable) extension Form: Sendable {}

public struct Section<Parent, Content, Footer> {
  init() {}
}
@available(*, unavailable) extension Section: Sendable {}
extension Section: View where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) { fatalError() }
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    fatalError()
  }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    fatalError()
  }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, @ViewBuilder content: () -> Content
  ) where S: StringProtocol { fatalError() }
}
