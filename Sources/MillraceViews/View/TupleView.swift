// SPDX-License-Identifier: Apache-2.0

/// A fixed number of views, one after another.
public struct TupleView<each Content: View> {
  let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }
}

extension TupleView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SequenceNode(parent: parent, scope: scope)
    for view in repeat each content {
      node.children.append(Tree.mount(view, parent: node, scope: scope))
    }
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: SequenceNode.self)
    var index = 0
    for view in repeat each content {
      Tree.update(node.children[index], with: view)
      index += 1
    }
  }
}

/// A node with child nodes whose number does not change after mounting.
final class SequenceNode: Node {
  var children: [Node] = []

  override var childNodes: [Node] { children }
}
