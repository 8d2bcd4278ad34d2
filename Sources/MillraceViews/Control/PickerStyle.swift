// SPDX-License-Identifier: Apache-2.0

/// The form in which a picker shows its options.
public struct PickerLook: Sendable {
  /// The class of a picker that shows all its options, or nil for one that opens a list of them.
  let name: String?
  /// Whether the label is only for screen readers.
  var hidesLabel = false
}

/// A style of pickers.
///
/// As in SwiftUI, an application cannot define its own.
public protocol PickerStyle: Sendable {
  /// The form in which the options are shown.
  var _look: PickerLook { get }
}

/// The default style: a control that opens a list of the options.
public struct DefaultPickerStyle: PickerStyle {
  /// Creates the style.
  public init() {}
  /// A list that opens.
  public var _look: PickerLook { PickerLook(name: nil) }
}

/// The style that opens a list of the options.
public struct MenuPickerStyle: PickerStyle {
  /// Creates the style.
  public init() {}
  /// A list that opens.
  public var _look: PickerLook { PickerLook(name: nil) }
}

/// The style that shows the options side by side, in one frame.
///
/// On a page they are a group of radio buttons. The label of the picker is only for screen readers,
/// as on iOS.
public struct SegmentedPickerStyle: PickerStyle {
  /// Creates the style.
  public init() {}
  /// Segments.
  public var _look: PickerLook { PickerLook(name: "mv-segments", hidesLabel: true) }
}

/// The style that shows the options below each other, as a group of radio buttons.
public struct InlinePickerStyle: PickerStyle {
  /// Creates the style.
  public init() {}
  /// Radio buttons.
  public var _look: PickerLook { PickerLook(name: "mv-radios") }
}

/// The style that shows the options as a group of radio buttons.
///
/// SwiftUI has it on macOS only.
public struct RadioGroupPickerStyle: PickerStyle {
  /// Creates the style.
  public init() {}
  /// Radio buttons.
  public var _look: PickerLook { PickerLook(name: "mv-radios") }
}

extension PickerStyle where Self == DefaultPickerStyle {
  /// The default style: a control that opens a list of the options.
  public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
  /// The style that opens a list of the options.
  public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
  /// The style that shows the options side by side, in one frame.
  public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
  /// The style that shows the options below each other, as a group of radio buttons.
  public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == RadioGroupPickerStyle {
  /// The style that shows the options as a group of radio buttons.
  public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}

extension View {
  /// Sets the style of the pickers in this view.
  ///
  /// A picker that shows all its options accepts any view as an option, for example an image. The
  /// arrow keys choose the next or the previous option.
  nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
    EnvironmentView(content: self, value: style) { $0.pickerLook = $1._look }
  }
}

extension EnvironmentValues {
  /// The form of the pickers.
  ///
  /// A picker reads it when it is created. It does not change later, because the type of the
  /// modifier contains that of the style: a view with another style is another view.
  var pickerLook: PickerLook {
    get { self[own: PickerLook.self] ?? PickerLook(name: nil) }
    set { self[own: PickerLook.self] = newValue }
  }
}
