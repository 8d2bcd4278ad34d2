// SPDX-License-Identifier: Apache-2.0

/// A view that changes the environment values of its content.
struct EnvironmentView<Content: View, Value> {
  let content: Content
  let value: Value
  /// The decoration of the outermost elements, if the value has a look.
  ///
  /// Whether it is nil depends only on the value that is set.
  var decoration: Decoration?
  let apply: @MainActor (inout EnvironmentValues, Value) -> Void
}

extension EnvironmentView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    decoration == nil
      ? EnvironmentNode(self, parent: parent, scope: scope)
      : shown.mount(parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    guard decoration == nil else { return shown.update(node) }
    Tree.cast(node, to: EnvironmentNode<Content, Value>.self).update(with: self)
  }

  @MainActor private var shown: DecoratedView<EnvironmentView> {
    var plain = self
    plain.decoration = nil
    return DecoratedView(content: plain, decoration: decoration)
  }
}

private final class EnvironmentNode<Content: View, Value>: ChildNode {
  private var value: Value
  private let inner: Scope

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
