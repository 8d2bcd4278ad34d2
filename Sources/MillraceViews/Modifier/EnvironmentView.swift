// SPDX-License-Identifier: Apache-2.0

/// A view that changes the environment values of its content.
struct EnvironmentView<Content: View, Value> {
  let content: Content
  let value: Value
  /// The decoration of the outermost elements, or nil if the value has no look.
  var decoration: Decoration?
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

private final class EnvironmentNode<Content: View, Value>: ChildNode {
  private var value: Value
  private var decoration: Decoration?
  private let inner: Scope

  init(_ view: EnvironmentView<Content, Value>, parent: Node, scope: Scope) {
    value = view.value
    decoration = view.decoration
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
    guard view.decoration != decoration else { return }
    decoration = view.decoration
    for element in outermostElements { element.decorate(decoration, by: self) }
  }

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    guard let decoration else { return }
    for element in elements[start...] { element.decorate(decoration, by: self) }
  }
}
