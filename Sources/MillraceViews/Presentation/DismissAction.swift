// SPDX-License-Identifier: Apache-2.0

/// Closes the dialog that a view is in.
///
/// ```swift
/// @Environment(\.dismiss) private var dismiss
/// // ...
/// Button("Done") { dismiss() }
/// ```
public struct DismissAction {
  let box: ActionBox?

  /// Closes the dialog.
  ///
  /// Does nothing outside a dialog.
  @MainActor public func callAsFunction() {
    box?.run()
  }
}

extension EnvironmentValues {
  /// Closes the dialog that a view is in.
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}

private struct DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction { DismissAction(box: nil) }
}
