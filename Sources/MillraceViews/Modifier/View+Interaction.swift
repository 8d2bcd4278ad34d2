// SPDX-License-Identifier: Apache-2.0

/// The keys that are held while another one is pressed.
@frozen public struct EventModifiers: OptionSet, Sendable {
  /// One bit for each key.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The key for capital letters.
  public static let shift = EventModifiers(rawValue: 2)
  /// The control key.
  public static let control = EventModifiers(rawValue: 4)
  /// The option key, which is called Alt elsewhere.
  public static let option = EventModifiers(rawValue: 8)
  /// The command key; where there is none, the control key.
  public static let command = EventModifiers(rawValue: 16)
  /// All of them.
  public static let all: EventModifiers = [.shift, .control, .option, .command]
}

/// A key of a keyboard.
@frozen public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral
{
  /// What the key types.
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
  /// The tabulator.
  public static let tab = KeyEquivalent("\t")
  /// The space bar.
  public static let space = KeyEquivalent(" ")
  /// The arrow up.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The arrow down.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The arrow to the left.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The arrow to the right.
  public static let rightArrow = KeyEquivalent("\u{F703}")

  /// The name of the key in the page.
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
    default: character.lowercased()
    }
  }
}

/// A key with the keys that are held, which presses a button.
public struct KeyboardShortcut: Hashable, Sendable {
  /// The key.
  public var key: KeyEquivalent
  private var held: Int

  /// Creates a shortcut.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    held = modifiers.rawValue
  }

  /// The keys that are held.
  public var modifiers: EventModifiers {
    get { EventModifiers(rawValue: held) }
    set { held = newValue.rawValue }
  }

  /// Return.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// Escape.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])

  /// The keys as the page's script reads them, as in "command shift s".
  var keys: String {
    let names: [(EventModifiers, String)] = [
      (.command, "command"), (.control, "control"), (.option, "option"), (.shift, "shift"),
    ]
    return (names.filter { modifiers.contains($0.0) }.map(\.1) + [key.name])
      .joined(separator: " ")
  }
}

extension View {
  /// Presses the button in this view when a key is pressed.
  nonisolated public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Presses the button in this view when a key is pressed.
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    DecoratedView(content: self, decoration: .attribute(.dataKeys, shortcut.keys))
  }

  /// Runs an action when a pointer comes over this view, and when it leaves it.
  nonisolated public func onHover(
    perform action: @escaping @MainActor (Bool) -> Void
  ) -> some View {
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
