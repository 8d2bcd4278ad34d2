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

  /// What is known of a button.
  typealias Configuration = ButtonStyleConfiguration

  /// The view of a button.
  @ViewBuilder @MainActor func makeBody(configuration: Configuration) -> Body
}

/// What is known of a button while its look is made.
public struct ButtonStyleConfiguration {
  /// The label of a button, whatever its type.
  public struct Label {
    let view: AnyView
  }

  /// What the button is for.
  public let role: ButtonRole?
  /// What the button says.
  public let label: Label
  /// Whether it is held down; a page shows that by itself, so that it is false here.
  public let isPressed: Bool
}

extension ButtonStyleConfiguration.Label: View {
  /// The label.
  public var body: some View { view }
}

/// A look of buttons that a page has of its own.
public protocol PrimitiveButtonStyle: Sendable {
  /// The name of the look.
  var _look: ButtonLookName { get }
}

/// The name of a look of buttons.
public struct ButtonLookName: Sendable {
  let name: String?
}

/// The look that buttons have without a style.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// No name.
  public var _look: ButtonLookName { ButtonLookName(name: nil) }
}

/// A frame around the label.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// No name: it is the usual look.
  public var _look: ButtonLookName { ButtonLookName(name: nil) }
}

/// A ground in the colour of what can be pressed.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// Its name.
  public var _look: ButtonLookName { ButtonLookName(name: "prominent") }
}

/// The label in the colour of what can be pressed.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// Its name.
  public var _look: ButtonLookName { ButtonLookName(name: "borderless") }
}

/// The label alone.
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// Its name.
  public var _look: ButtonLookName { ButtonLookName(name: "plain") }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// The look that buttons have without a style.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// A frame around the label.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// A ground in the colour of what can be pressed.
  public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// The label in the colour of what can be pressed.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The label alone.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
  /// Gives the buttons in this view a look.
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    environment(\.buttonLook, ButtonLook(name: style._look.name, make: nil))
  }

  /// Gives the buttons in this view a look of the application.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    environment(
      \.buttonLook,
      ButtonLook(name: "custom") {
        AnyView(StyledButton(held: HeldStyle(style: style), configuration: $0))
      })
  }
}

/// A component for the body of a style, so that the style's properties are connected.
private struct StyledButton<Style: ButtonStyle> {
  let held: HeldStyle<Style>
  let configuration: ButtonStyleConfiguration
}

extension StyledButton: View {
  var body: some View {
    held.style.makeBody(configuration: configuration)
  }
}

/// Makes the properties of a style those of a view.
struct HeldStyle<Style: ButtonStyle>: DynamicProperty, PropertyHolder {
  var style: Style
}

/// How buttons look: by a class, or by a view.
struct ButtonLook {
  let name: String?
  let make: (@MainActor (ButtonStyleConfiguration) -> AnyView)?
}

extension EnvironmentValues {
  var buttonLook: ButtonLook {
    get { self[ButtonLookKey.self] }
    set { self[ButtonLookKey.self] = newValue }
  }
}

private struct ButtonLookKey: EnvironmentKey {
  static var defaultValue: ButtonLook { ButtonLook(name: nil, make: nil) }
}
