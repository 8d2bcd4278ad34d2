// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The direction of a line of text.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  /// The leading edge is on the left.
  case leftToRight
  /// The leading edge is on the right.
  case rightToLeft

  /// The value of the attribute `dir`.
  fileprivate var name: String { self == .rightToLeft ? "rtl" : "ltr" }
}

extension EnvironmentValues {
  /// The language and region for formats.
  ///
  /// Unless a view sets another one, it is the language of the server's pages on a `WebServer`, and
  /// elsewhere the current locale of the process.
  public var locale: Locale {
    get { self[own: Locale.self] ?? .autoupdatingCurrent }
    set { self[own: Locale.self] = newValue }
  }

  /// The calendar for dates: the current calendar of the process, unless a view sets another one.
  public var calendar: Calendar {
    get { self[own: Calendar.self] ?? .autoupdatingCurrent }
    set { self[own: Calendar.self] = newValue }
  }

  /// The time zone for dates: the time zone of the process, unless a view sets another one.
  public var timeZone: TimeZone {
    get { self[own: TimeZone.self] ?? .autoupdatingCurrent }
    set { self[own: TimeZone.self] = newValue }
  }

  /// The direction of a line of text.
  ///
  /// It is the direction of the language in ``locale``, unless a view sets another one. If a view
  /// sets it, the views inside are laid out in that direction.
  public var layoutDirection: LayoutDirection {
    get {
      if let direction = self[own: LayoutDirection.self] { return direction }
      return locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
    set { self[own: LayoutDirection.self] = newValue }
  }

  /// Whether scroll views and lists scroll; see ``View/scrollDisabled(_:)``.
  public var isScrollEnabled: Bool {
    get { self[ScrollKey.self] }
    set { self[ScrollKey.self] = newValue }
  }

  /// Whether the view is in a dialog, a popover or a level of a navigation stack that is not its
  /// root, so that ``dismiss`` closes it.
  public var isPresented: Bool { dismiss.box != nil }
}

private struct ScrollKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}

/// The looks of the elements in a view that sets certain environment values.
enum EnvironmentLook {
  /// Whether a value can have a look.
  static func hasLook(_ keyPath: PartialKeyPath<EnvironmentValues>) -> Bool {
    [
      \EnvironmentValues.layoutDirection, \EnvironmentValues.isScrollEnabled,
      \EnvironmentValues.colorScheme, \EnvironmentValues.controlSize,
    ].contains(keyPath)
  }

  /// The decoration of the outermost elements, or nil if the value has no look.
  static func decoration<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> Decoration? {
    switch Value.self {
    case is LayoutDirection.Type where keyPath == \EnvironmentValues.layoutDirection:
      (value as? LayoutDirection).map { .direction($0.name) }
    case is Bool.Type where keyPath == \EnvironmentValues.isScrollEnabled:
      .style(.scrolling, value as? Bool == false ? "hidden" : "auto")
    case is ColorScheme.Type where keyPath == \EnvironmentValues.colorScheme:
      (value as? ColorScheme)?.decoration
    case is ControlSize.Type where keyPath == \EnvironmentValues.controlSize:
      (value as? ControlSize)?.decoration
    default: nil
    }
  }
}

/// The looks that a dialog has because of environment values.
///
/// On the page a dialog is outside of the elements that have these looks.
struct DialogLook: Equatable {
  /// The classes, with a space before each.
  var classes = ""
  /// The direction of writing, or nil.
  var direction: String?
  /// The properties that the content of a sheet inherits.
  ///
  /// The system shows alerts without them.
  var sheetStyle = InlineStyle()
}

extension EnvironmentValues {
  /// The looks of a dialog, for the values that a view has set.
  var dialogLook: DialogLook {
    let looks = [self[own: ColorScheme.self]?.decoration, self[own: ControlSize.self]?.decoration]
    let classes = looks.compactMap { $0?.className }.map { " " + $0 }.joined()
    let style = InlineStyle().with(.buttonRadius, self[own: ButtonBorderShape.self]?.radius)
      .with(.scrolling, isScrollEnabled ? nil : "hidden")
    return DialogLook(
      classes: classes, direction: self[own: LayoutDirection.self]?.name, sheetStyle: style)
  }
}
