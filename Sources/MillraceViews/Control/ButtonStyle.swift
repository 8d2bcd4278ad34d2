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

  /// Returns the view inside the `button` element.
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
///
/// An application cannot add one; its own styles are of the type ``ButtonStyle``.
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

/// The style that fills the button with the accent colour, or with red if the role of the button is
/// `destructive`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: ButtonLookName { ButtonLookName(name: "prominent") }
}

/// The style that shows the label without a frame, in the accent colour, or in red if the role of
/// the button is `destructive`.
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
  /// The style that fills the button with the accent colour, or with red if its role is
  /// `destructive`.
  public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// The style that shows the label without a frame, in the accent colour, or in red if the role of
  /// the button is `destructive`.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The style that shows the label without any decoration.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
  /// Sets the style of the buttons in this view to one of the built-in styles.
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    environment(\.buttonLooks.current, Look(kind: style._look.name))
  }

  /// Sets the style of the buttons in this view to a style of the application.
  nonisolated public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    StyledControls(content: self, style: style, looks: \.buttonLooks) {
      AnyView($0, $1) { $0.makeBody(configuration: $1) }
    }
  }
}

typealias ButtonLooks = Looks<String, ButtonStyleConfiguration>

extension EnvironmentValues {
  /// The looks of buttons; the kind is a class of the style sheet without its prefix `mv-`.
  var buttonLooks: ButtonLooks {
    get { self[own: ButtonLooks.self] ?? Looks(nil) }
    set { self[own: ButtonLooks.self] = newValue }
  }

  var buttonLook: Look<String, ButtonStyleConfiguration> { buttonLooks.current }
}
