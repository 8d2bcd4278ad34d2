// SPDX-License-Identifier: Apache-2.0

/// Several views that modifiers treat as one, without a box around them.
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
