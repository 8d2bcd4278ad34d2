// SPDX-License-Identifier: Apache-2.0

/// A control for a line of text.
public struct TextField<Label: View> {
  let field: FieldInput
  let label: Label
}

extension TextField where Label == Text {
  /// Creates a field with a label and a binding to its text.
  public init(_ title: some StringProtocol, text: Binding<String>) {
    self.init(title, text: text, prompt: nil)
  }

  /// Creates a field that shows a prompt while it is empty.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {
    field = FieldInput(text: text, prompt: prompt?.string, isSecure: false)
    label = Text(title)
  }
}

extension TextField {
  /// Creates a field with any view as its label.
  public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
    field = FieldInput(text: text, prompt: prompt?.string, isSecure: false)
    self.label = label()
  }
}

extension TextField: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    FieldNode(field, label: label, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: FieldNode<Label>.self).update(with: field, label: label)
  }
}
