// SPDX-License-Identifier: Apache-2.0

/// A view with a tag, which is its value in a picker, list or tab view.
struct TagView<Content: View> {
  let content: Content
  let tag: AnyHashable
}

extension TagView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = TagNode(tag, parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: TagNode.self)
    node.place.tag = tag
    // The element of an option of a `select` cannot get another tag. Other views keep their state.
    let isOption = if case .option = node.scope.slot { true } else { false }
    node.show(content, key: isOption ? tag : true) {
      $0.needsTags ? $0.tagged(node.place) : $0
    }
  }
}

private final class TagNode: SwitchNode {
  let place: TagPlace

  init(_ tag: AnyHashable, parent: Node, scope: Scope) {
    place = TagPlace(tag)
    super.init(parent: parent, scope: scope)
  }
}

extension View {
  /// Sets the value of this view in a picker, a list or a tab view.
  ///
  /// A row or a tab keeps its state when the tag changes. A tag also matches a selection of its
  /// optional type; `includeOptional` has no effect.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    TagView(content: self, tag: AnyHashable(tag))
  }
}
