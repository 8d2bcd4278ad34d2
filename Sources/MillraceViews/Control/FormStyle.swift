// SPDX-License-Identifier: Apache-2.0

/// The name of a form style in the style sheet.
public struct FormLookName: Sendable {
  let name: String
}

/// A style of forms, which the style sheet of the page implements.
///
/// An application cannot define its own; in SwiftUI it can.
public protocol FormStyle: Sendable {
  /// The name of the style in the style sheet.
  var _look: FormLookName { get }
}

/// The default style: controls below each other.
public struct AutomaticFormStyle: FormStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: FormLookName { FormLookName(name: "mv-form-plain") }
}

/// The style in which each section has a background with round corners.
public struct GroupedFormStyle: FormStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: FormLookName { FormLookName(name: "mv-form-grouped") }
}

/// The style with the labels in one column and the controls in another one.
///
/// In a narrow window the labels are above the controls.
public struct ColumnsFormStyle: FormStyle {
  /// Creates the style.
  public init() {}
  /// The name of the style.
  public var _look: FormLookName { FormLookName(name: "mv-form-columns") }
}

extension FormStyle where Self == AutomaticFormStyle {
  /// The default style: controls below each other.
  public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

extension FormStyle where Self == GroupedFormStyle {
  /// The style in which each section has a background with round corners.
  public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

extension FormStyle where Self == ColumnsFormStyle {
  /// The style with the labels in one column and the controls in another one.
  public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
}

extension View {
  /// Sets the style of the forms in this view.
  nonisolated public func formStyle<S: FormStyle>(_ style: S) -> some View {
    decorated(.named(kind: "form-style", className: style._look.name))
  }
}

/// A style of date pickers; see ``View/datePickerStyle(_:)``.
public protocol DatePickerStyle: Sendable {}

/// The default style: a field that opens a calendar.
public struct DefaultDatePickerStyle: DatePickerStyle {
  /// Creates the style.
  public init() {}
}

/// The style of a field that opens a calendar.
public struct CompactDatePickerStyle: DatePickerStyle {
  /// Creates the style.
  public init() {}
}

extension DatePickerStyle where Self == DefaultDatePickerStyle {
  /// The default style: a field that opens a calendar.
  public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

extension DatePickerStyle where Self == CompactDatePickerStyle {
  /// The style of a field that opens a calendar.
  public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}

extension View {
  /// Sets the style of the date pickers in this view.
  ///
  /// Every date picker of a page is a field of the browser, which opens the browser's own calendar
  /// or list of times. Therefore only the styles `automatic` and `compact` are available, and both
  /// look the same.
  nonisolated public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { self }
}
