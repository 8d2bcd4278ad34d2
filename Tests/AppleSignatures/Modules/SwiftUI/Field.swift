// SPDX-License-Identifier: Apache-2.0

// Fields for text, except their basic initializers: formats, prompts, axes, styles and traits.

import Foundation

extension TextField where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis
  ) { fatalError() }
  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, text: Binding<String>, prompt: Text?, axis: Axis
  ) where S: StringProtocol { fatalError() }
  nonisolated public init<F>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
  @_disfavoredOverload nonisolated public init<S, F>(
    _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where S: StringProtocol, F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
  nonisolated public init<F>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
  @_disfavoredOverload nonisolated public init<S, F>(
    _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where S: StringProtocol, F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
}
extension TextField {
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label
  ) { fatalError() }
  nonisolated public init<F>(
    value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
  nonisolated public init<F>(
    value: Binding<F.FormatInput>, format: F, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where F: ParseableFormatStyle, F.FormatOutput == String { fatalError() }
}
extension SecureField {
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) { fatalError() }
}

@MainActor @preconcurrency public protocol TextFieldStyle {}
public struct DefaultTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
public struct PlainTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
public struct RoundedBorderTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
extension TextFieldStyle where Self == DefaultTextFieldStyle {
  @MainActor @preconcurrency public static var automatic: DefaultTextFieldStyle { .init() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  @MainActor @preconcurrency public static var plain: PlainTextFieldStyle { .init() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  @MainActor @preconcurrency public static var roundedBorder: RoundedBorderTextFieldStyle {
    .init()
  }
}
@MainActor @preconcurrency public protocol TextEditorStyle {}
public struct AutomaticTextEditorStyle: TextEditorStyle { nonisolated public init() {} }
public struct PlainTextEditorStyle: TextEditorStyle { nonisolated public init() {} }
extension TextEditorStyle where Self == AutomaticTextEditorStyle {
  @MainActor @preconcurrency public static var automatic: AutomaticTextEditorStyle { .init() }
}
extension TextEditorStyle where Self == PlainTextEditorStyle {
  @MainActor @preconcurrency public static var plain: PlainTextEditorStyle { .init() }
}

public struct SubmitLabel: Sendable {
  public static var done: SubmitLabel { fatalError() }
  public static var go: SubmitLabel { fatalError() }
  public static var send: SubmitLabel { fatalError() }
  public static var join: SubmitLabel { fatalError() }
  public static var route: SubmitLabel { fatalError() }
  public static var search: SubmitLabel { fatalError() }
  public static var `return`: SubmitLabel { fatalError() }
  public static var next: SubmitLabel { fatalError() }
  public static var `continue`: SubmitLabel { fatalError() }
}
// A type of AppKit, which SwiftUI uses on macOS instead of the `UITextContentType` of iOS.
public struct NSTextContentType: Hashable, RawRepresentable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let username = NSTextContentType(rawValue: "")
  public static let password = NSTextContentType(rawValue: "")
  public static let newPassword = NSTextContentType(rawValue: "")
  public static let oneTimeCode = NSTextContentType(rawValue: "")
  public static let emailAddress = NSTextContentType(rawValue: "")
}
// `keyboardType` and `textInputAutocapitalization` do not exist on macOS.
extension View {
  nonisolated public func textFieldStyle<S>(_ style: S) -> some View where S: TextFieldStyle {
    EmptyView()
  }
  nonisolated public func textEditorStyle(_ style: some TextEditorStyle) -> some View {
    EmptyView()
  }
  nonisolated public func textContentType(_ textContentType: NSTextContentType?) -> some View {
    EmptyView()
  }
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    EmptyView()
  }
  nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { EmptyView() }
}
