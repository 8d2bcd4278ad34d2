// SPDX-License-Identifier: Apache-2.0

/// The modifier keys that are held down while another key is pressed.
@frozen public struct EventModifiers: OptionSet, Sendable {
  /// The set as bits, one for each key.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The Shift key.
  public static let shift = EventModifiers(rawValue: 2)
  /// The Control key.
  public static let control = EventModifiers(rawValue: 4)
  /// The Option key, which is called Alt on other keyboards.
  public static let option = EventModifiers(rawValue: 8)
  /// The Command key, or the Control key on a computer without a Command key.
  public static let command = EventModifiers(rawValue: 16)
  /// All modifier keys.
  public static let all: EventModifiers = [.shift, .control, .option, .command]
}

/// A key of a keyboard.
@frozen public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral
{
  /// The character of the key.
  public var character: Character

  /// Creates the key of a character.
  public init(_ character: Character) {
    self.character = character
  }

  /// Creates the key of a character.
  public init(extendedGraphemeClusterLiteral: Character) {
    character = extendedGraphemeClusterLiteral
  }

  /// Return.
  public static let `return` = KeyEquivalent("\r")
  /// Escape.
  public static let escape = KeyEquivalent("\u{1B}")
  /// Backspace.
  public static let delete = KeyEquivalent("\u{8}")
  /// Tab.
  public static let tab = KeyEquivalent("\t")
  /// The space bar.
  public static let space = KeyEquivalent(" ")
  /// The up arrow.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The down arrow.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The left arrow.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The right arrow.
  public static let rightArrow = KeyEquivalent("\u{F703}")
  /// Delete, which deletes to the right of the caret.
  public static let deleteForward = KeyEquivalent("\u{F728}")
  /// Home.
  public static let home = KeyEquivalent("\u{F729}")
  /// End.
  public static let end = KeyEquivalent("\u{F72B}")
  /// The key that scrolls one page up.
  public static let pageUp = KeyEquivalent("\u{F72C}")
  /// The key that scrolls one page down.
  public static let pageDown = KeyEquivalent("\u{F72D}")
  /// Clear, a key of numeric keypads.
  public static let clear = KeyEquivalent("\u{F739}")

  /// The name of the key in the page's script.
  var name: String {
    switch character {
    case "\r": "enter"
    case "\u{1B}": "escape"
    case "\u{8}": "backspace"
    case "\t": "tab"
    case " ": "space"
    case "\u{F700}": "arrowup"
    case "\u{F701}": "arrowdown"
    case "\u{F702}": "arrowleft"
    case "\u{F703}": "arrowright"
    case "\u{F728}": "delete"
    case "\u{F729}": "home"
    case "\u{F72B}": "end"
    case "\u{F72C}": "pageup"
    case "\u{F72D}": "pagedown"
    case "\u{F739}": "clear"
    default: character.lowercased()
    }
  }
}

/// A key with modifier keys that presses a button.
public struct KeyboardShortcut: Hashable, Sendable {
  /// The key.
  public var key: KeyEquivalent
  private var held: Int

  /// Creates a shortcut.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    held = modifiers.rawValue
  }

  /// The modifier keys.
  public var modifiers: EventModifiers {
    get { EventModifiers(rawValue: held) }
    set { held = newValue.rawValue }
  }

  /// Return.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// Escape.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])

  /// The keys in the format of the page's script, for example "command shift s".
  var keys: String {
    let names: [(EventModifiers, String)] = [
      (.command, "command"), (.control, "control"), (.option, "option"), (.shift, "shift"),
    ]
    return (names.filter { modifiers.contains($0.0) }.map(\.1) + [key.name])
      .joined(separator: " ")
  }
}

extension View {
  /// Presses this button when a key is pressed; see ``keyboardShortcut(_:)-(KeyboardShortcut)``.
  nonisolated public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Presses this button when a key is pressed.
  ///
  /// The view must be the button, not a container of it, for example a stack. While an input has
  /// the focus, only keys with Command, Control or Option, and Escape, press the button. A text
  /// field keeps the keys for undo and redo. Return and Space press a button, a link or a menu that
  /// has the focus, and not the button with the shortcut.
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    decorated(.attribute(.dataKeys, shortcut.keys))
  }

  /// Runs an action when the pointer enters this view (`true`) and when it leaves the view
  /// (`false`).
  ///
  /// While the view is disabled, it runs only when the pointer leaves the view.
  nonisolated public func onHover(
    perform action: @escaping (Bool) -> Void
  ) -> some View {
    let action = onMain(action)
    var box = Box(name: "mv-g")
    box.events = .hover
    box.handler = { event in
      guard case .hover(let isOver) = event else { return false }
      action(isOver)
      return true
    }
    return BoxedView(self, box)
  }
}
