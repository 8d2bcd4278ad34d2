// SPDX-License-Identifier: Apache-2.0

/// The look and the behaviour of toggles, described by a view.
///
/// ```swift
/// struct Checklist: ToggleStyle {
///   func makeBody(configuration: Configuration) -> some View {
///     Button {
///       configuration.isOn.toggle()
///     } label: {
///       Label {
///         configuration.label
///       } icon: {
///         Image(systemName: configuration.isOn ? "checkmark.circle" : "circle")
///       }
///     }
///   }
/// }
/// ```
@MainActor public protocol ToggleStyle {
  /// The type of the view that `makeBody` returns.
  associatedtype Body: View

  /// The properties of a toggle that a style can use.
  typealias Configuration = ToggleStyleConfiguration

  /// Returns the view of a toggle.
  @ViewBuilder @MainActor func makeBody(configuration: Configuration) -> Body
}

/// The properties of a toggle that a style can use.
public struct ToggleStyleConfiguration {
  /// The label of a toggle, with its type erased.
  public struct Label {
    let view: AnyView
  }

  /// The label of the toggle.
  public let label: Label
  /// Whether the toggle is on.
  @Binding public var isOn: Bool
  /// Always false: a toggle of a page has one binding.
  public var isMixed: Bool { false }
}

extension ToggleStyleConfiguration.Label: View {
  /// The label.
  public var body: some View { view }
}

/// The built-in looks of toggles.
///
/// The raw value contains the classes of the `label` element.
enum ToggleKind: String {
  case checkbox = "mv-toggle"
  case `switch` = "mv-toggle mv-switch"
  case button = "mv-toggle mv-toggle-button"
}

/// A toggle style that `Toggle` implements itself.
@MainActor protocol BuiltInToggleStyle: ToggleStyle, BuiltInStyle<ToggleKind> {}

extension BuiltInToggleStyle {
  /// Returns the view of a toggle.
  public func makeBody(configuration: Configuration) -> some View {
    Toggle(configuration).toggleStyle(self)
  }
}

/// The default style: a checkbox beside the label.
public struct DefaultToggleStyle: ToggleStyle, BuiltInToggleStyle {
  var kind: ToggleKind { .checkbox }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows a checkbox beside the label.
///
/// SwiftUI has it on macOS only.
public struct CheckboxToggleStyle: ToggleStyle, BuiltInToggleStyle {
  var kind: ToggleKind { .checkbox }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows the label and a switch.
///
/// On a page it is a checkbox with the role `switch`.
public struct SwitchToggleStyle: ToggleStyle, BuiltInToggleStyle {
  var kind: ToggleKind { .switch }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows the label as a button, which is filled while the toggle is on.
///
/// On a page it is a checkbox: the space bar changes it, the return key does not.
public struct ButtonToggleStyle: ToggleStyle, BuiltInToggleStyle {
  var kind: ToggleKind { .button }
  /// Creates the style.
  nonisolated public init() {}
}

extension ToggleStyle where Self == DefaultToggleStyle {
  /// The default style: a checkbox beside the label.
  public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == CheckboxToggleStyle {
  /// The style that shows a checkbox beside the label.
  public static var checkbox: CheckboxToggleStyle { CheckboxToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
  /// The style that shows the label and a switch.
  public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
  /// The style that shows the label as a button, which is filled while the toggle is on.
  public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

extension View {
  /// Sets the style of the toggles in this view.
  nonisolated public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
    StyledControls(content: self, style: style, looks: \.toggleLooks) {
      AnyView($0, $1) { $0.makeBody(configuration: $1) }
    }
  }
}

typealias ToggleLooks = Looks<ToggleKind, ToggleStyleConfiguration>

extension EnvironmentValues {
  /// The looks of toggles.
  var toggleLooks: ToggleLooks {
    get { self[own: ToggleLooks.self] ?? Looks(.checkbox) }
    set { self[own: ToggleLooks.self] = newValue }
  }

  var toggleLook: Look<ToggleKind, ToggleStyleConfiguration> { toggleLooks.current }
}
