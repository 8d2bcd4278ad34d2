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
    if case .option(let options, _) = node.scope.slot {
      node.show(content, key: tag) { Scope(in: $0, slot: .option(options, tag: tag)) }
    } else {
      node.show(content, key: true)
    }
  }
}

extension View {
  /// Says which value of a picker's selection this view stands for.
  public func tag<Value: Hashable>(_ tag: Value) -> some View {
    TagView(content: self, tag: AnyHashable(tag))
  }
}
