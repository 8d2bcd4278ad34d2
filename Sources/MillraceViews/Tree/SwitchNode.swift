// SPDX-License-Identifier: Apache-2.0

/// A node that shows one of several contents, or none.
///
/// Each content has its own identity.
class SwitchNode: Node {
  private(set) final var key: AnyHashable?
  private var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  /// Shows a view.
  ///
  /// Updates the present content if the key is equal; otherwise replaces it. Views with equal keys
  /// must have the same type: see `Tree.cast`.
  ///
  /// New content is mounted in the scope that `inner` returns for the scope of this node.
  final func show(
    _ view: some View, key newKey: AnyHashable, in inner: (Scope) -> Scope = { $0 }
  ) {
    if let child, key == newKey {
      Tree.update(child, with: view)
      return
    }
    child?.unmount()
    key = newKey
    child = Tree.mount(view, parent: self, scope: inner(scope))
    structureChanged()
  }

  /// Shows nothing.
  final func clear() {
    guard let child else { return }
    child.unmount()
    self.child = nil
    key = nil
    structureChanged()
  }
}

/// A view that shows one of several contents, or none.
@MainActor protocol SwitchView: PrimitiveView {}

extension SwitchView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }
}
