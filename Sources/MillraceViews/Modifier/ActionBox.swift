// SPDX-License-Identifier: Apache-2.0

/// An action that stays the same for its holders while its code is replaced.
@MainActor final class ActionBox {
  var action: @MainActor () -> Void
  private let outer: ActionBox?

  init(outer: ActionBox? = nil, _ action: @escaping @MainActor () -> Void) {
    self.outer = outer
    self.action = action
  }

  /// Runs the action, and then that of the box around it.
  func run() {
    action()
    outer?.run()
  }
}
