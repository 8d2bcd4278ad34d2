// SPDX-License-Identifier: Apache-2.0

/// A key that is pressed while a view has the keyboard focus.
///
/// A page does not report a key that types a character into a field, except its release. A control
/// with the focus gets its own keys, for example a button Space, before the views around it.
public struct KeyPress: Sendable {
  /// The result of an action for a key.
  public enum Result: Sendable {
    /// The action has handled the key.
    case handled
    /// The action has not handled the key.
    ///
    /// On a page it is the same as `handled`: no other `onKeyPress` runs for the key.
    case ignored
  }

  /// The phases of a key press.
  public struct Phases: OptionSet, Sendable {
    /// The set as bits, one for each phase.
    public let rawValue: Int

    /// Creates a set from bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The key was pressed.
    public static let down = Phases(rawValue: 1)
    /// The key is held down and repeats.
    public static let `repeat` = Phases(rawValue: 2)
    /// The key was released.
    public static let up = Phases(rawValue: 4)
    /// All phases.
    public static let all: Phases = [.down, .repeat, .up]

    private static let names: [(Phases, String)] = [
      (.down, "down"), (.repeat, "repeat"), (.up, "up"),
    ]

    /// The names of the phases, separated by spaces.
    var names: String {
      Self.names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
  }

  /// The phase of the key press.
  public let phase: Phases
  /// The key.
  public let key: KeyEquivalent
  /// The character of the key.
  public var characters: String { String(key.character) }
  /// The modifier keys that are held down.
  ///
  /// With a modifier other than Shift, the page does not report the key. It is left to the browser
  /// and to a `keyboardShortcut`.
  public let modifiers: EventModifiers
}

extension View {
  /// Allows the keyboard focus on this view.
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View {
    BoxedView(self, Box(name: "mv-g").with(.tabindex, isFocusable ? "0" : nil))
  }

  /// Allows the keyboard focus on this view.
  ///
  /// A page allows it for each kind of interaction.
  nonisolated public func focusable(
    _ isFocusable: Bool = true, interactions: FocusInteractions
  ) -> some View {
    focusable(isFocusable && !interactions.isEmpty)
  }

  /// Runs an action when a key is pressed or repeats while this view, or a view in it, has the
  /// focus.
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, action: @escaping () -> KeyPress.Result
  ) -> some View {
    onKeyPress(keys: [key]) { _ in action() }
  }

  /// Runs an action for a key while this view, or a view in it, has the focus.
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, phases: KeyPress.Phases,
    action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    onKeyPress(keys: [key], phases: phases, action: action)
  }

  /// Runs an action for several keys while this view, or a view in it, has the focus.
  nonisolated public func onKeyPress(
    keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
    action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    onKeys(keys, phases: phases, isCommand: false, action)
  }

  /// Runs an action for several keys.
  ///
  /// A control with the focus gets its own keys before a command, also if the command is for that
  /// control alone. The action of an `onKeyPress` for a control alone gets them before the control.
  nonisolated func onKeys(
    _ keys: Set<KeyEquivalent>, phases: KeyPress.Phases, isCommand: Bool,
    _ action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    // A page reports a letter without its case. If two keys differ only in their case, they have
    // the same name, and the Shift key decides which of them was pressed.
    let sorted = keys.sorted { $0.character < $1.character }
    let named = Dictionary(grouping: sorted) { $0.name }
    let action = onMain(action)
    var box = Box(name: "mv-g")
    box.events = .key
    box.set(.dataPress, named.keys.sorted().joined(separator: " "))
    box.set(.dataPhases, isCommand ? phases.names + " command" : phases.names)
    box.handler = { event in
      guard case .key(let name, let phase, let modifiers) = event, let all = named[name],
        let first = all.first, phases.contains(phase)
      else { return false }
      let isShifted = modifiers.contains(.shift)
      let key = all.first { $0.character.isUppercase == isShifted } ?? first
      _ = action(KeyPress(phase: phase, key: key, modifiers: modifiers))
      return true
    }
    return BoxedView(self, box)
  }
}
