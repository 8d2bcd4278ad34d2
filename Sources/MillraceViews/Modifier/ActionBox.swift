// SPDX-License-Identifier: Apache-2.0

/// An object with an action that can be replaced.
///
/// Code that stores the object always runs the present action.
@MainActor final class ActionBox {
  var action: @MainActor () -> Void
  private let outer: ActionBox?

  init(outer: ActionBox? = nil, _ action: @escaping @MainActor () -> Void) {
    self.outer = outer
    self.action = action
  }

  /// Runs the action, and then the action of the outer box.
  func run() {
    action()
    outer?.run()
  }
}
