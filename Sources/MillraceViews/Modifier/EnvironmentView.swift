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
    guard let decoration else { return EnvironmentNode(self, parent: parent, scope: scope) }
    return ShownEnvironmentNode(self, decoration, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: EnvironmentNode<Content, Value>.self).update(with: self)
  }
}

private class EnvironmentNode<Content: View, Value>: Node {
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

/// A node that also decorates the elements of its child; see ``EnvironmentLook``.
private final class ShownEnvironmentNode<Content: View, Value>: EnvironmentNode<Content, Value> {
  private var decoration: Decoration

  init(
    _ view: EnvironmentView<Content, Value>, _ decoration: Decoration, parent: Node, scope: Scope
  ) {
    self.decoration = decoration
    super.init(view, parent: parent, scope: scope)
  }

  override func update(with view: EnvironmentView<Content, Value>) {
    super.update(with: view)
    guard let new = view.decoration, new != decoration else { return }
    decoration = new
    var elements: [ElementNode] = []
    collect(into: &elements)
  }

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    for element in elements[start...] { element.decorate(decoration, by: self) }
  }
}
