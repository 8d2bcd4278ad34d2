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

  /// The view of a toggle.
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

/// A toggle style that the style sheet of the page implements.
@MainActor private protocol BuiltInToggleStyle {
  var kind: ToggleLook.Kind { get }
}

/// The default style: a checkbox beside the label.
public struct DefaultToggleStyle: ToggleStyle, BuiltInToggleStyle {
  fileprivate var kind: ToggleLook.Kind { .checkbox }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a toggle.
  public func makeBody(configuration: Configuration) -> some View {
    Toggle(configuration).toggleStyle(self)
  }
}

/// The style that shows a checkbox beside the label.
///
/// SwiftUI has it on macOS only.
public struct CheckboxToggleStyle: ToggleStyle, BuiltInToggleStyle {
  fileprivate var kind: ToggleLook.Kind { .checkbox }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a toggle.
  public func makeBody(configuration: Configuration) -> some View {
    Toggle(configuration).toggleStyle(self)
  }
}

/// The style that shows the label and a switch.
///
/// On a page it is a checkbox with the role `switch`.
public struct SwitchToggleStyle: ToggleStyle, BuiltInToggleStyle {
  fileprivate var kind: ToggleLook.Kind { .switch }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a toggle.
  public func makeBody(configuration: Configuration) -> some View {
    Toggle(configuration).toggleStyle(self)
  }
}

/// The style that shows the label as a button, which is filled while the toggle is on.
///
/// On a page it is a checkbox: the space bar changes it.
public struct ButtonToggleStyle: ToggleStyle, BuiltInToggleStyle {
  fileprivate var kind: ToggleLook.Kind { .button }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a toggle.
  public func makeBody(configuration: Configuration) -> some View {
    Toggle(configuration).toggleStyle(self)
  }
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
    StyledToggles(content: self, style: style)
  }
}

/// A view whose toggles have a style.
private struct StyledToggles<Content: View, Style: ToggleStyle> {
  let content: Content
  let style: Style
}

extension StyledToggles: View, PrimitiveView {
  @MainActor private var styled: EnvironmentView<Content, ToggleLook> {
    EnvironmentView(content: content, value: look) { values, look in
      if look.maker != nil { values.outerToggleLooks.append(values.toggleLook) }
      values.toggleLook = look
    }
  }

  @MainActor private var look: ToggleLook {
    if let style = style as? any BuiltInToggleStyle {
      return ToggleLook(kind: style.kind, maker: nil)
    }
    return ToggleLook(
      kind: .checkbox,
      maker: ToggleMaker {
        AnyView(CustomToggle(held: HeldToggleStyle(style: style), configuration: $0))
      })
  }

  func mount(parent: Node, scope: Scope) -> Node { styled.mount(parent: parent, scope: scope) }

  func update(_ node: Node) { styled.update(node) }
}

/// The component whose body is the body of a style.
///
/// It connects the style's dynamic properties.
private struct CustomToggle<Style: ToggleStyle>: View {
  let held: HeldToggleStyle<Style>
  let configuration: ToggleStyleConfiguration

  var body: some View { held.style.makeBody(configuration: configuration) }
}

/// Stores a style in a view, as a dynamic property.
///
/// The properties of the style are connected as if they were properties of the view.
struct HeldToggleStyle<Style: ToggleStyle>: DynamicProperty, PropertyHolder {
  var style: Style
}

/// A toggle with a style of the application.
struct StyledToggle: View {
  let configuration: ToggleStyleConfiguration
  @Environment(\.toggleLook) private var look

  init<Label: View>(_ toggle: Toggle<Label>) {
    configuration = ToggleStyleConfiguration(
      label: ToggleStyleConfiguration.Label(view: AnyView(toggle.label)), isOn: toggle.isOn)
  }

  /// The body of the style, in which toggles have the style around it.
  var body: some View {
    look.maker.map { maker in
      EnvironmentView(content: maker.make(configuration), value: true) { values, _ in
        if let outer = values.outerToggleLooks.popLast() { values.toggleLook = outer }
      }
    }
  }
}

/// The look of toggles: a built-in one or, for a style of the application, an object that makes a
/// view.
struct ToggleLook {
  enum Kind { case checkbox, `switch`, button }

  let kind: Kind
  let maker: ToggleMaker?

  /// The class of the toggle's label.
  var name: String {
    switch kind {
    case .checkbox: "mv-toggle"
    case .switch: "mv-toggle mv-switch"
    case .button: "mv-toggle mv-toggle-button"
    }
  }
}

/// The function that makes the view of a toggle.
///
/// It is an object, which is compared by identity, like ``ButtonMaker``.
@MainActor final class ToggleMaker {
  let make: @MainActor (ToggleStyleConfiguration) -> AnyView

  init(_ make: @escaping @MainActor (ToggleStyleConfiguration) -> AnyView) {
    self.make = make
  }
}

extension EnvironmentValues {
  /// The look of toggles.
  ///
  /// The type of a modifier determines its kind, and whether it has a maker.
  var toggleLook: ToggleLook {
    get { self[ToggleLookKey.self] }
    set { self[ToggleLookKey.self] = newValue }
  }

  /// The looks that the styles of the application around the view have replaced, innermost last.
  fileprivate var outerToggleLooks: [ToggleLook] {
    get { self[OuterToggleLooksKey.self] }
    set { self[OuterToggleLooksKey.self] = newValue }
  }
}

private struct ToggleLookKey: EnvironmentKey {
  static var defaultValue: ToggleLook { ToggleLook(kind: .checkbox, maker: nil) }
}

private struct OuterToggleLooksKey: EnvironmentKey {
  static var defaultValue: [ToggleLook] { [] }
}
