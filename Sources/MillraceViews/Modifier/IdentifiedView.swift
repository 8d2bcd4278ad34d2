// SPDX-License-Identifier: Apache-2.0

/// A view whose state belongs to an id.
struct IdentifiedView<Content: View, ID: Hashable> {
  let content: Content
  let id: ID
}

extension IdentifiedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = IdentifiedNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: SwitchNode.self).show(content, key: id)
  }
}

/// The node of a view with an id, to which a `ScrollViewProxy` can scroll.
private final class IdentifiedNode: SwitchNode {
  override func ownScrollTarget(_ id: AnyHashable) -> Node? {
    key.map(PickerOptions.flat) == id ? self : nil
  }
}

extension View {
  /// Sets the identity of this view.
  ///
  /// If the id changes, the view is created again with new state.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: id)
  }
}
