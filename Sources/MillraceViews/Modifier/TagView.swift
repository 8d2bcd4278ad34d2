// SPDX-License-Identifier: Apache-2.0

/// A view that stands for a value in a picker.
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
    // An option is its tag, as the page knows it; all else keeps its state.
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
  /// Says which value this view stands for in a picker, a list or a view of tabs.
  ///
  /// With another tag the view keeps its state.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    TagView(content: self, tag: AnyHashable(tag))
  }
}
