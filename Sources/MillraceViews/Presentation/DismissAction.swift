// SPDX-License-Identifier: Apache-2.0

/// An action that closes the dialog or popover that contains a view, or that goes back from the
/// level of a navigation stack that contains it.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// // ...
/// Button("Done") { dismiss() }
/// ```
public struct DismissAction {
  let box: ActionBox?

  /// Closes the innermost dialog, popover or level.
  ///
  /// Does nothing outside of them.
  @MainActor public func callAsFunction() {
    box?.run()
  }
}

extension EnvironmentValues {
  /// The action that closes the dialog, popover or level that contains the view.
  public internal(set) var dismiss: DismissAction {
    get { self[own: DismissAction.self] ?? DismissAction(box: nil) }
    set { self[own: DismissAction.self] = newValue }
  }
}
