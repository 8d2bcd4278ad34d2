// SPDX-License-Identifier: Apache-2.0

/// A view whose state belongs to an id.
struct IdentifiedView<Content: View, ID: Hashable> {
  let content: Content
  let id: ID
}

extension IdentifiedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: SwitchNode.self).show(content, key: id)
  }
}

extension View {
  /// Ties the state of this view to an id: with another id everything in it starts anew.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: id)
  }
}
