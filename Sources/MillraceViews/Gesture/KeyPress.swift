// SPDX-License-Identifier: Apache-2.0

/// A key that is pressed while a view has the keyboard's focus.
public struct KeyPress: Sendable {
  /// What an action says about a key.
  public enum Result: Sendable {
    /// The key was meant for it.
    case handled
    /// The key was not; on a page it goes no further all the same.
    case ignored
  }

  /// What happens to a key.
  public struct Phases: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: Int

    /// Creates a set from bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// It goes down.
    public static let down = Phases(rawValue: 1)
    /// It is held.
    public static let `repeat` = Phases(rawValue: 2)
    /// It comes up.
    public static let up = Phases(rawValue: 4)
    /// All of it.
    public static let all: Phases = [.down, .repeat, .up]

    private static let names: [(Phases, String)] = [
      (.down, "down"), (.repeat, "repeat"), (.up, "up"),
    ]

    /// The names, with a space between two.
    var names: String {
      Self.names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
  }

  /// What happens to it.
  public let phase: Phases
  /// The key.
  public let key: KeyEquivalent
  /// What it types.
  public var characters: String { String(key.character) }
  /// The keys that are held meanwhile; with others than Shift a key is the browser's.
  public let modifiers: EventModifiers
}

extension View {
  /// Lets this view have the keyboard's focus.
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View {
    BoxedView(self, Box(name: "mv-g").with(.tabindex, isFocusable ? "0" : nil))
  }

  /// Runs an action when a key goes down or is held while this view, or one in it, has the focus.
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, action: @escaping @MainActor () -> KeyPress.Result
  ) -> some View {
    onKeyPress(keys: [key]) { _ in action() }
  }

  /// Runs an action for a key while this view, or one in it, has the focus.
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, phases: KeyPress.Phases,
    action: @escaping @MainActor (KeyPress) -> KeyPress.Result
  ) -> some View {
    onKeyPress(keys: [key], phases: phases, action: action)
  }

  /// Runs an action for some keys while this view, or one in it, has the focus.
  nonisolated public func onKeyPress(
    keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
    action: @escaping @MainActor (KeyPress) -> KeyPress.Result
  ) -> some View {
    let named = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
    var box = Box(name: "mv-g")
    box.events = .key
    box.set(.dataPress, named.keys.sorted().joined(separator: " "))
    box.set(.dataPhases, phases.names)
    box.handler = { event in
      guard case .key(let name, let phase, let modifiers) = event, let key = named[name],
        phases.contains(phase)
      else { return false }
      _ = action(KeyPress(phase: phase, key: key, modifiers: modifiers))
      return true
    }
    return BoxedView(self, box)
  }
}
