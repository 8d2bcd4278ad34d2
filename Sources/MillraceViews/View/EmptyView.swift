// SPDX-License-Identifier: Apache-2.0

/// A view without content.
public struct EmptyView {
  /// Creates a view without content.
  nonisolated public init() {}
}

extension EmptyView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    Node(parent: parent, scope: scope)
  }

  func update(_ node: Node) {}
}
