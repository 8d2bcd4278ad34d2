// SPDX-License-Identifier: Apache-2.0

/// A node with one child.
class ChildNode: Node {
  final var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }
}

/// The node of a view that puts an object into the environment of its content.
final class ObjectNode<Object: AnyObject>: ChildNode {
  let object: Object

  init(_ object: Object, parent: Node, scope: Scope) {
    self.object = object
    super.init(parent: parent, scope: scope)
  }
}
