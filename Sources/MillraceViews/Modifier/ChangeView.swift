// SPDX-License-Identifier: Apache-2.0

/// A view that runs an action when a value has changed.
struct ChangeView<Content: View, Value: Equatable> {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: @MainActor (Value, Value) -> Void
}

extension ChangeView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> ChangeNode<Value> {
    let node = ChangeNode(value, parent: parent, scope: scope)
    if isInitial { node.schedule(action, old: value) }
    return node
  }

  func updateHook(_ node: ChangeNode<Value>) {
    guard node.value != value else { return }
    let old = node.value
    node.value = value
    node.schedule(action, old: old)
  }
}

/// The node that stores the value of the last run of the body.
final class ChangeNode<Value: Equatable>: HookNode {
  var value: Value

  init(_ value: Value, parent: Node, scope: Scope) {
    self.value = value
    super.init(parent: parent, scope: scope)
  }

  /// Runs the action after the pending updates of views, before the changes are sent to the page.
  func schedule(_ action: @escaping @MainActor (Value, Value) -> Void, old: Value) {
    scope.host?.queue.add(action: { [value] in action(old, value) })
  }
}

extension View {
  /// Runs an action when a value differs from that of the last run of the body.
  ///
  /// - Parameters:
  ///   - value: the value to watch.
  ///   - initial: whether the action runs for the first value too.
  ///   - action: receives the old value and the new value, which are equal for the first value. It
  ///     runs before the changes are sent to the page, so the changes that it makes are sent
  ///     together with them.
  /// - Returns: this view with the action.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, isInitial: initial, action: onMain(action))
  }

  /// Runs an action without parameters when a value differs from that of the last run of the body.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View {
    onChange(of: value, initial: initial) { _, _ in action() }
  }
}
