// SPDX-License-Identifier: Apache-2.0

/// A view with a modifier that decorates its outermost elements.
struct DecoratedView<Content: View> {
  let content: Content
  let decoration: Decoration?
}

extension DecoratedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = DecoratorNode(parent: parent, scope: scope)
    node.decoration = decoration
    node.child = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: DecoratorNode.self)
    if let child = node.child { Tree.update(child, with: content) }
    guard node.decoration != decoration else { return }
    // In an `AnyView` the next decoration can be of another kind, which applies to other elements.
    node.decoration = nil
    node.decorateAgain()
    guard decoration != nil else { return }
    node.decoration = decoration
    node.decorateAgain()
  }
}

/// The node that decorates the elements of its child.
///
/// It does so each time they are collected, because new elements can be among them.
final class DecoratorNode: ChildNode {
  var decoration: Decoration?

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    for element in elements[start...] { element.decorate(decoration, by: self) }
  }

  /// Applies a changed decoration to the present elements.
  func decorateAgain() { _ = outermostElements }
}
