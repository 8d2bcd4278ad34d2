// SPDX-License-Identifier: Apache-2.0

/// A view that stands for a value in a picker.
struct TagView<Content: View> {
  let content: Content
  let tag: AnyHashable
}

extension TagView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: SwitchNode.self)
    if node.scope.needsTags {
      node.show(content, key: tag) { $0.tagged(tag) }
    } else {
      node.show(content, key: true)
    }
  }
}

extension View {
  /// Says which value this view stands for in a picker, a list or a view of tabs.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    TagView(content: self, tag: AnyHashable(tag))
  }
}
