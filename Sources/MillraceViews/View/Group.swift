// SPDX-License-Identifier: Apache-2.0

/// A group of views, without an element around them.
///
/// A modifier of the group applies to its views.
public struct Group<Content: View> {
  let content: Content

  /// Groups the views of a closure.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Group: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    Tree.mount(content, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.update(node, with: content)
  }
}
