// SPDX-License-Identifier: Apache-2.0

/// The cases in which a default focus is used.
public struct DefaultFocusEvaluationPriority: Sendable {
  /// When the view appears.
  public static let automatic = DefaultFocusEvaluationPriority()
  /// When the view appears, and when the user moves the focus to it.
  ///
  /// On a page the Tab key moves the focus to the first control, so it is the same as `automatic`.
  public static let userInitiated = DefaultFocusEvaluationPriority()
}

extension View {
  /// Sets the control that gets the keyboard focus when this view is shown for the first time.
  ///
  /// A view in a tab that is not selected is shown when its tab is selected. The modifier does
  /// nothing if the state has a value already. It does nothing when the view is shown again; a
  /// level of a stack gets the focus that it had.
  nonisolated public func defaultFocus<V: Hashable>(
    _ binding: FocusState<V>.Binding, _ value: V,
    priority: DefaultFocusEvaluationPriority = .automatic
  ) -> some View {
    DefaultFocusView(content: self, binding: binding, value: value)
  }
}

private struct DefaultFocusView<Content: View, Value: Hashable> {
  let content: Content
  let binding: FocusState<Value>.Binding
  let value: Value
}

extension DefaultFocusView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> DefaultFocusNode {
    let node = DefaultFocusNode(parent: parent, scope: scope)
    updateHook(node)
    return node
  }

  func updateHook(_ node: DefaultFocusNode) {
    node.setFocus = { [binding, value] in binding.setIfNone(value) }
  }
}

private final class DefaultFocusNode: HookNode {
  var setFocus: @MainActor () -> Void = {}
  private var wasShown = false

  override func didMount() {
    scope.host?.queue.add(action: { [weak self] in
      guard let self, isMounted, !isAway, !isCovered, !wasShown else { return }
      wasShown = true
      setFocus()
    })
  }

  override func coverChanged(_ isCovered: Bool) {
    if !isCovered, !wasShown { didMount() }
  }

  override func didReturnToPage() {
    super.didReturnToPage()
    if !wasShown { didMount() }
  }
}
