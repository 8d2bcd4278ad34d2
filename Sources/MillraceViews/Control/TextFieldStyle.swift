// SPDX-License-Identifier: Apache-2.0

/// The look of a field for text.
public struct FieldStyleChoice: Sendable {
  /// The class that sets the custom properties of the look.
  let className: String
}

/// A style of text fields.
public protocol TextFieldStyle {
  /// The look of the fields.
  var _choice: FieldStyleChoice { get }
}

/// The default style.
///
/// On a page it is the same as ``RoundedBorderTextFieldStyle``.
public struct DefaultTextFieldStyle: TextFieldStyle {
  /// Creates the style.
  public init() {}
  /// A border.
  public var _choice: FieldStyleChoice { FieldStyleChoice(className: "mv-bordered-fields") }
}

/// The style with a border with round corners.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
  /// Creates the style.
  public init() {}
  /// A border.
  public var _choice: FieldStyleChoice { FieldStyleChoice(className: "mv-bordered-fields") }
}

/// The style without a border or a background.
///
/// The focus is still visible.
public struct PlainTextFieldStyle: TextFieldStyle {
  /// Creates the style.
  public init() {}
  /// No border.
  public var _choice: FieldStyleChoice { FieldStyleChoice(className: "mv-plain-fields") }
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
  /// The default style.
  public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  /// The style with a border with round corners.
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
  /// The style without a border or a background.
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

/// A style of text editors.
public protocol TextEditorStyle {
  /// The look of the editors.
  var _choice: FieldStyleChoice { get }
}

/// The default style.
public struct AutomaticTextEditorStyle: TextEditorStyle {
  /// Creates the style.
  public init() {}
  /// A border.
  public var _choice: FieldStyleChoice { FieldStyleChoice(className: "mv-bordered-editors") }
}

/// The style without a border or a background.
///
/// The focus is still visible.
public struct PlainTextEditorStyle: TextEditorStyle {
  /// Creates the style.
  public init() {}
  /// No border.
  public var _choice: FieldStyleChoice { FieldStyleChoice(className: "mv-plain-editors") }
}

extension TextEditorStyle where Self == AutomaticTextEditorStyle {
  /// The default style.
  public static var automatic: AutomaticTextEditorStyle { AutomaticTextEditorStyle() }
}

extension TextEditorStyle where Self == PlainTextEditorStyle {
  /// The style without a border or a background.
  public static var plain: PlainTextEditorStyle { PlainTextEditorStyle() }
}

extension View {
  /// Sets the style of the text fields in this view.
  nonisolated public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
    let name = style._choice.className
    return decorated(.named(kind: "fields", className: name))
  }

  /// Sets the style of the text editors in this view.
  nonisolated public func textEditorStyle(_ style: some TextEditorStyle) -> some View {
    let name = style._choice.className
    return decorated(.named(kind: "editors", className: name))
  }
}
