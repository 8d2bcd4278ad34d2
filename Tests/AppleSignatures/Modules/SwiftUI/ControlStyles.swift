// SPDX-License-Identifier: Apache-2.0

// Styles of controls, labels beside content, gauges and groups.

import Foundation

@MainActor @preconcurrency public protocol PickerStyle {}
@MainActor @preconcurrency public struct DefaultPickerStyle: PickerStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct MenuPickerStyle: PickerStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct SegmentedPickerStyle: PickerStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct InlinePickerStyle: PickerStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct RadioGroupPickerStyle: PickerStyle {
  nonisolated public init() {}
}
extension PickerStyle where Self == DefaultPickerStyle {
  @MainActor @preconcurrency public static var automatic: DefaultPickerStyle { .init() }
}
extension PickerStyle where Self == MenuPickerStyle {
  @MainActor @preconcurrency public static var menu: MenuPickerStyle { .init() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
  @MainActor @preconcurrency public static var segmented: SegmentedPickerStyle { .init() }
}
extension PickerStyle where Self == InlinePickerStyle {
  @MainActor @preconcurrency public static var inline: InlinePickerStyle { .init() }
}
extension PickerStyle where Self == RadioGroupPickerStyle {
  @MainActor @preconcurrency public static var radioGroup: RadioGroupPickerStyle { .init() }
}
extension Picker where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) where S: StringProtocol { fatalError() }
}

@MainActor @preconcurrency public protocol ToggleStyle {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration)
    -> Self.Body
  typealias Configuration = ToggleStyleConfiguration
}
public struct ToggleStyleConfiguration {
  @MainActor @preconcurrency public struct Label: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
  }
  public let label: ToggleStyleConfiguration.Label
  @Binding public var isOn: Bool
  public var isMixed: Bool
}
@available(*, unavailable) extension ToggleStyleConfiguration: Sendable {}
@MainActor @preconcurrency public struct DefaultToggleStyle: ToggleStyle {
  nonisolated public init() {}
  public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
@MainActor @preconcurrency public struct CheckboxToggleStyle: ToggleStyle {
  nonisolated public init() {}
  public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
@MainActor @preconcurrency public struct SwitchToggleStyle: ToggleStyle {
  nonisolated public init() {}
  public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
@MainActor @preconcurrency public struct ButtonToggleStyle: ToggleStyle {
  nonisolated public init() {}
  public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
extension ToggleStyle where Self == DefaultToggleStyle {
  @MainActor @preconcurrency public static var automatic: DefaultToggleStyle { .init() }
}
extension ToggleStyle where Self == CheckboxToggleStyle {
  @MainActor @preconcurrency public static var checkbox: CheckboxToggleStyle { .init() }
}
extension ToggleStyle where Self == SwitchToggleStyle {
  @MainActor @preconcurrency public static var `switch`: SwitchToggleStyle { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
  @MainActor @preconcurrency public static var button: ButtonToggleStyle { .init() }
}
extension Toggle where Label == ToggleStyleConfiguration.Label {
  nonisolated public init(_ configuration: ToggleStyleConfiguration) { fatalError() }
}
extension Toggle where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, systemImage: String, isOn: Binding<Bool>
  ) where S: StringProtocol { fatalError() }
}

@MainActor @preconcurrency public protocol ProgressViewStyle {}
@MainActor @preconcurrency public struct DefaultProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct LinearProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct CircularProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}
}
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  @MainActor @preconcurrency public static var automatic: DefaultProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
  @MainActor @preconcurrency public static var linear: LinearProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  @MainActor @preconcurrency public static var circular: CircularProgressViewStyle { .init() }
}

@MainActor @preconcurrency public protocol FormStyle {}
@MainActor @preconcurrency public struct AutomaticFormStyle: FormStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct GroupedFormStyle: FormStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct ColumnsFormStyle: FormStyle {
  nonisolated public init() {}
}
extension FormStyle where Self == AutomaticFormStyle {
  @MainActor @preconcurrency public static var automatic: AutomaticFormStyle { .init() }
}
extension FormStyle where Self == GroupedFormStyle {
  @MainActor @preconcurrency public static var grouped: GroupedFormStyle { .init() }
}
extension FormStyle where Self == ColumnsFormStyle {
  @MainActor @preconcurrency public static var columns: ColumnsFormStyle { .init() }
}

@MainActor @preconcurrency public protocol DatePickerStyle {}
@MainActor @preconcurrency public struct DefaultDatePickerStyle: DatePickerStyle {
  nonisolated public init() {}
}
@MainActor @preconcurrency public struct CompactDatePickerStyle: DatePickerStyle {
  nonisolated public init() {}
}
extension DatePickerStyle where Self == DefaultDatePickerStyle {
  @MainActor @preconcurrency public static var automatic: DefaultDatePickerStyle { .init() }
}
extension DatePickerStyle where Self == CompactDatePickerStyle {
  @MainActor @preconcurrency public static var compact: CompactDatePickerStyle { .init() }
}

public enum ControlSize: CaseIterable, Sendable {
  case mini, small, regular, large, extraLarge
}
public struct ButtonBorderShape: Equatable, Sendable {
  public static let automatic = ButtonBorderShape()
  public static let capsule = ButtonBorderShape()
  public static let roundedRectangle = ButtonBorderShape()
  public static let circle = ButtonBorderShape()
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { .init() }
}
extension EnvironmentValues {
  public var controlSize: ControlSize {
    get { fatalError() }
    set {}
  }
}
extension View {
  nonisolated public func pickerStyle<S>(_ style: S) -> some View where S: PickerStyle {
    EmptyView()
  }
  nonisolated public func toggleStyle<S>(_ style: S) -> some View where S: ToggleStyle {
    EmptyView()
  }
  nonisolated public func progressViewStyle<S>(_ style: S) -> some View
  where S: ProgressViewStyle { EmptyView() }
  nonisolated public func formStyle<S>(_ style: S) -> some View where S: FormStyle { EmptyView() }
  nonisolated public func datePickerStyle<S>(_ style: S) -> some View where S: DatePickerStyle {
    EmptyView()
  }
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { EmptyView() }
  nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
    EmptyView()
  }
  nonisolated public func labelsHidden() -> some View { EmptyView() }
  nonisolated public func badge(_ count: Int) -> some View { EmptyView() }
  nonisolated public func badge(_ label: Text?) -> some View { EmptyView() }
  nonisolated public func badge(_ key: LocalizedStringKey?) -> some View { EmptyView() }
  @_disfavoredOverload nonisolated public func badge<S>(_ label: S?) -> some View
  where S: StringProtocol { EmptyView() }
}
extension TabContent {
  nonisolated public func badge(_ count: Int) -> some TabContent<Self.TabValue> { self }
  nonisolated public func badge(_ label: Text?) -> some TabContent<Self.TabValue> { self }
}

public struct LabeledContent<Label, Content> {
  init() {}
}
extension LabeledContent: View where Label: View, Content: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    fatalError()
  }
}
extension LabeledContent where Label == Text, Content: View {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, @ViewBuilder content: () -> Content
  ) where S: StringProtocol { fatalError() }
}
extension LabeledContent where Label == Text, Content == Text {
  nonisolated public init<S>(_ titleKey: LocalizedStringKey, value: S) where S: StringProtocol {
    fatalError()
  }
  @_disfavoredOverload nonisolated public init<S1, S2>(_ title: S1, value: S2)
  where S1: StringProtocol, S2: StringProtocol { fatalError() }
  nonisolated public init<F>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
  where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String { fatalError() }
  @_disfavoredOverload nonisolated public init<S, F>(
    _ title: S, value: F.FormatInput, format: F
  )
  where S: StringProtocol, F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
    fatalError()
  }
}
@MainActor @preconcurrency public struct ControlGroup<Content>: View where Content: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: some View { EmptyView() }
}
@MainActor @preconcurrency
public struct Gauge<Label, CurrentValueLabel, BoundsLabel, MarkedValueLabels>: View
where Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View {
  public var body: some View { EmptyView() }
}
extension Gauge {
  nonisolated public init<V>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  )
  where
    CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView,
    V: BinaryFloatingPoint
  { fatalError() }
  nonisolated public init<V>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView, V: BinaryFloatingPoint {
    fatalError()
  }
  nonisolated public init<V>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
    @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) where MarkedValueLabels == EmptyView, V: BinaryFloatingPoint { fatalError() }
}
extension Menu {
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    primaryAction: @escaping () -> Void
  ) { fatalError() }
}
extension Menu where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
  ) where S: StringProtocol { fatalError() }
}
extension Menu where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) { fatalError() }
}
