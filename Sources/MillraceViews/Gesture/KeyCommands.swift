// SPDX-License-Identifier: Apache-2.0

/// The interactions for which a view can have the keyboard focus.
public struct FocusInteractions: OptionSet, Sendable {
  /// The set as bits, one for each interaction.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The view is pressed by a key.
  public static let activate = FocusInteractions(rawValue: 1)
  /// The view takes text or other input of keys.
  public static let edit = FocusInteractions(rawValue: 2)
  /// The interactions of the platform: on a page, all.
  public static let automatic: FocusInteractions = [.activate, .edit]
}

/// The direction of an arrow key.
public enum MoveCommandDirection: Sendable {
  /// Upwards.
  case up
  /// Downwards.
  case down
  /// To the left.
  case left
  /// To the right.
  case right
}

extension View {
  /// Runs an action when an arrow key is pressed while this view, or a view in it, has the focus.
  ///
  /// In a text field the arrow keys move the caret. Without an action, the modifier does nothing.
  nonisolated public func onMoveCommand(
    perform action: ((MoveCommandDirection) -> Void)?
  ) -> some View {
    onCommand([.upArrow, .downArrow, .leftArrow, .rightArrow], action == nil) { press in
      switch press.key {
      case .upArrow: action?(.up)
      case .downArrow: action?(.down)
      case .leftArrow: action?(.left)
      default: action?(.right)
      }
    }
  }

  /// Runs an action when Escape is pressed while this view, or a view in it, has the focus.
  ///
  /// An open menu is closed first. Without an action, the modifier does nothing.
  nonisolated public func onExitCommand(perform action: (() -> Void)?) -> some View {
    onCommand([.escape], action == nil) { _ in action?() }
  }

  /// Runs an action when Delete or Backspace is pressed while this view, or a view in it, has the
  /// focus.
  ///
  /// In a text field the keys delete text. Without an action, the modifier does nothing.
  nonisolated public func onDeleteCommand(perform action: (() -> Void)?) -> some View {
    onCommand([.delete, .deleteForward], action == nil) { _ in action?() }
  }

  nonisolated private func onCommand(
    _ keys: Set<KeyEquivalent>, _ isOff: Bool, _ action: @escaping (KeyPress) -> Void
  ) -> some View {
    onKeys(isOff ? [] : keys, phases: [.down, .repeat], isCommand: true) { press in
      action(press)
      return .handled
    }
  }

  /// Presses this button when the keys of a shortcut are pressed.
  ///
  /// `nil` adds no shortcut.
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    decorated(shortcut.map { .attribute(.dataKeys, $0.keys) })
  }

  /// Hides the ring around the element with the keyboard focus in this view.
  ///
  /// Show the focus in another way then: persons who use a keyboard need to see it. As in SwiftUI,
  /// `false` does not show a ring that a modifier of an outer view hides.
  nonisolated public func focusEffectDisabled(_ disabled: Bool = true) -> some View {
    decorated(disabled ? .named(kind: "ring", className: "mv-no-ring") : nil)
  }
}
