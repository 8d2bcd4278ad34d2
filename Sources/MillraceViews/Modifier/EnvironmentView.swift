// SPDX-License-Identifier: Apache-2.0

/// A view that changes the environment values of its content.
struct EnvironmentView<Content: View, Value> {
  let content: Content
  let value: Value
  let apply: @MainActor (inout EnvironmentValues, Value) -> Void
}

extension EnvironmentView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    EnvironmentNode(self, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: EnvironmentNode<Content, Value>.self).update(with: self)
  }
}

private final class EnvironmentNode<Content: View, Value>: Node {
  private var value: Value
  private let inner: Scope
  private var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(_ view: EnvironmentView<Content, Value>, parent: Node, scope: Scope) {
    value = view.value
    inner = Scope(in: scope) { [value, apply = view.apply] in apply(&$0, value) }
    super.init(parent: parent, scope: scope)
    child = Tree.mount(view.content, parent: self, scope: inner)
  }

  func update(with view: EnvironmentView<Content, Value>) {
    if !Comparison.areEqual(value, view.value) {
      value = view.value
      inner.setChange { [value, apply = view.apply] in apply(&$0, value) }
    }
    if let child { Tree.update(child, with: view.content) }
  }
}
