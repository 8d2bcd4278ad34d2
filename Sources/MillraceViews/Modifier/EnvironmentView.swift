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
  /// The decoration, if there is one: an array needs less memory than an optional decoration.
  private var look: [Decoration]
  private let inner: Scope

  init(_ view: EnvironmentView<Content, Value>, parent: Node, scope: Scope) {
    value = view.value
    look = view.decoration.map { [$0] } ?? []
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
    guard view.decoration != look.first else { return }
    look = view.decoration.map { [$0] } ?? []
    for element in outermostElements { element.decorate(view.decoration, by: self) }
  }

  override func collect(into elements: inout [ElementNode]) {
    let start = elements.count
    super.collect(into: &elements)
    guard let decoration = look.first else { return }
    for element in elements[start...] { element.decorate(decoration, by: self) }
  }
}
