// SPDX-License-Identifier: Apache-2.0

/// The look of buttons, described by a view.
///
/// ```swift
/// struct Loud: ButtonStyle {
///   func makeBody(configuration: Configuration) -> some View {
///     configuration.label.padding().background(.red, in: Capsule())
///   }
/// }
/// ```
@MainActor public protocol ButtonStyle {
  /// The type of the view that `makeBody` returns.
  associatedtype Body: View

  /// The properties of a button that a style can use.
  typealias Configuration = ButtonStyleConfiguration

  /// The view of a button.
  @ViewBuilder @MainActor func makeBody(configuration: Configuration) -> Body
}

/// The properties of a button that a style can use.
public struct ButtonStyleConfiguration {
  /// The label of a button, with its type erased.
  public struct Label {
    let view: AnyView
  }

  /// The role of the button, or nil.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  /// Always false: the style sheet of the page shows that a button is pressed.
  public let isPressed: Bool
}

extension ButtonStyleConfiguration.Label: View {
  /// The label.
  public var body: some View { view }
}

/// A button style that the style sheet of the page implements.
public protocol PrimitiveButtonStyle: Sendable {
  /// The name of the style in the style sheet.
  var _look: ButtonLookName { get }
}

/// The name of a button style in the style sheet.
public struct ButtonLookName: Sendable {
  let name: String?
}

/// The style of buttons that no other style is set for.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// No name.
  public var _look: ButtonLookName { ButtonLookName(name: nil) }
}

/// The style that draws a frame around the label.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// No name: this is the default style.
  public var _look: ButtonLookName { ButtonLookName(name: nil) }
}

/// The style that fills the background of the label with the accent colour.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ButtonLookName { ButtonLookName(name: "prominent") }
}

/// The style that shows the label in the accent colour, without a frame.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ButtonLookName { ButtonLookName(name: "borderless") }
}

/// The style that shows the label without any decoration.
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ButtonLookName { ButtonLookName(name: "plain") }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// The style of buttons that no other style is set for.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// The style that draws a frame around the label.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// The style that fills the background of the label with the accent colour.
  public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// The style that shows the label in the accent colour, without a frame.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The style that shows the label without any decoration.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
  /// Sets the style of the buttons in this view to one of the built-in styles.
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    environment(\.buttonLook, ButtonLook(name: style._look.name, maker: nil))
  }

  /// Sets the style of the buttons in this view to a style of the application.
  nonisolated public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    StyledView(content: self, style: style)
  }
}

/// A view whose buttons have a style of the application.
private struct StyledView<Content: View, Style: ButtonStyle> {
  let content: Content
  let style: Style
}

extension StyledView: View, PrimitiveView {
  @MainActor private var styled: EnvironmentView<Content, ButtonLook> {
    let maker = ButtonMaker {
      AnyView(StyledButton(held: HeldStyle(style: style), configuration: $0))
    }
    return EnvironmentView(content: content, value: ButtonLook(name: "custom", maker: maker)) {
      $0.buttonLook = $1
    }
  }

  func mount(parent: Node, scope: Scope) -> Node { styled.mount(parent: parent, scope: scope) }

  func update(_ node: Node) { styled.update(node) }
}

/// The component whose body is the body of a style.
///
/// It connects the style's dynamic properties.
private struct StyledButton<Style: ButtonStyle> {
  let held: HeldStyle<Style>
  let configuration: ButtonStyleConfiguration
}

extension StyledButton: View {
  var body: some View {
    held.style.makeBody(configuration: configuration)
  }
}

/// Stores a style in a view, as a dynamic property.
///
/// The properties of the style are connected as if they were properties of the view.
struct HeldStyle<Style: ButtonStyle>: DynamicProperty, PropertyHolder {
  var style: Style
}

/// The look of buttons: a class of the style sheet and, for a style of the application, also an
/// object that makes a view.
struct ButtonLook {
  let name: String?
  let maker: ButtonMaker?
}

/// The function that makes the view of a button.
///
/// It is an object, which is compared by identity. A function cannot be compared, so each change of
/// the environment would refresh all buttons.
@MainActor final class ButtonMaker {
  let make: @MainActor (ButtonStyleConfiguration) -> AnyView

  init(_ make: @escaping @MainActor (ButtonStyleConfiguration) -> AnyView) {
    self.make = make
  }
}

extension EnvironmentValues {
  var buttonLook: ButtonLook {
    get { self[ButtonLookKey.self] }
    set { self[ButtonLookKey.self] = newValue }
  }
}

private struct ButtonLookKey: EnvironmentKey {
  static var defaultValue: ButtonLook { ButtonLook(name: nil, maker: nil) }
}
